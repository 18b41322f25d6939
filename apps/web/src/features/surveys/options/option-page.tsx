import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { options } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { DeleteButton } from '../../../ui/domain/delete-button.tsx';
import { Fact, FactLine, FactList } from '../../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { CallsMark } from './calls-mark.tsx';

export function OptionPage() {
  const { t } = useTranslation('surveys');
  const { id } = useParams({ from: '/shell/options/$id' });
  const query = useQuery(ask(options.getOption, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('options.title'), to: '/options/index' }];
  return (
    <Record query={query} title={t('options.what')} path={path}>
      {(option) => <OptionRecord option={option} path={path} />}
    </Record>
  );
}

interface OptionRecordProps {
  option: options.OptionDetail;
  path: { label: string; to: string }[];
}

function OptionRecord({ option, path }: OptionRecordProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const { id, title, value, questions_count, questions } = option;
  return (
    <Page
      title={title}
      path={path}
      lead={
        <FactLine>
          <Fact label={t('options.value')}>{value ?? t('options.does_not_count')}</Fact>
          <Fact label={t('options.column.calls')}>
            <CallsMark option={option} />
          </Fact>
        </FactLine>
      }
      actions={
        may('surveys.update') && (
          <>
            <ButtonLink variant="default" to="/options/$id/edit" params={{ id: String(id) }}>
              {t('common:record.edit')}
            </ButtonLink>
            <DeleteButton
              what={t('options.what')}
              id={id}
              consequence={t('options.delete_text', { count: questions_count })}
              remove={() => call(options.deleteOption, { params: { id } })}
              changes={['surveys']}
              onDeleted={() => void navigate({ to: '/options/index' })}
            />
          </>
        )
      }
    >
      <Panel title={t('options.used_in')}>
        {questions.length === 0 ? (
          <p className="wv-quiet">{t('options.unused')}</p>
        ) : (
          <FactList>
            {questions.map((question) => (
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
  );
}
