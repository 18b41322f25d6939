import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { answerScales } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { DeleteButton } from '../../../ui/domain/delete-button.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { Fact, FactList } from '../../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { OptionLine } from '../options/option-line.tsx';
import { OrderList } from '../order-list.tsx';

export function ScalePage() {
  const { t } = useTranslation('surveys');
  const { id } = useParams({ from: '/shell/scales/$id' });
  const query = useQuery(ask(answerScales.getAnswerScale, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('scales.title'), to: '/scales/index' }];
  return (
    <Record query={query} title={t('scales.what')} path={path}>
      {(scale) => (
        <Page title={scale.title} path={path} actions={<ScaleActions scale={scale} />}>
          <Panel title={t('options.title')} flush>
            <OrderList
              label={t('options.title')}
              rows={scale.options}
              idOf={(option) => option.id}
              nameOf={({ title }) => title}
              onOrder={undefined}
              isBusy={false}
            >
              {(option) => <OptionLine option={option} />}
            </OrderList>
          </Panel>
          <Panel title={t('scales.used_in')}>
            {scale.questions.length === 0 ? (
              <p className="wv-quiet">{t('scales.unused')}</p>
            ) : (
              <FactList>
                {scale.questions.map((question) => (
                  <Fact key={question.id} label={question.survey_title}>
                    <AnchorLink
                      to="/surveys/$id/questions/$question_id"
                      params={{ id: String(question.survey_id), question_id: String(question.id) }}
                    >
                      {question.title}
                    </AnchorLink>
                  </Fact>
                ))}
              </FactList>
            )}
          </Panel>
        </Page>
      )}
    </Record>
  );
}

function ScaleActions({ scale: { id, questions_count } }: { scale: answerScales.AnswerScaleDetail }) {
  const { t } = useTranslation(['surveys', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  if (!may('surveys.update')) return null;
  return (
    <>
      <ButtonLink variant="default" to="/scales/$id/edit" params={{ id: String(id) }}>
        {t('common:record.edit')}
      </ButtonLink>
      <DeleteButton
        what={t('scales.what')}
        id={id}
        consequence={t('scales.delete_text', { number: questions_count })}
        remove={() => call(answerScales.deleteAnswerScale, { params: { id } })}
        changes={['surveys']}
        onDeleted={() => void navigate({ to: '/scales/index' })}
      />
    </>
  );
}
