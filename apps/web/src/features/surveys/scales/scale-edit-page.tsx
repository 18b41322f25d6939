import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { answerScales } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { Record } from '../../../ui/domain/record.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { ScaleForm } from './scale-form.tsx';

export function ScaleEditPage() {
  const { t } = useTranslation('surveys');
  const { id } = useParams({ from: '/shell/scales/$id/edit' });
  const query = useQuery(ask(answerScales.getAnswerScale, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('scales.title'), to: '/scales/index' }];
  return (
    <Record query={query} title={t('scales.edit_title')} path={path}>
      {(scale) => (
        <Page
          title={t('scales.edit_title')}
          path={[...path, { label: scale.title, to: `/scales/${id}` }]}
          lead={scale.questions_count > 0 && t('scales.shared_note', { number: scale.questions_count })}
        >
          <ScaleForm key={scale.version} scale={scale} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
