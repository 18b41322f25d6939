import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { options } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { OptionForm } from './option-form.tsx';

export function OptionEditPage() {
  const { t } = useTranslation('surveys');
  const { id } = useParams({ from: '/shell/options/$id/edit' });
  const query = useQuery(ask(options.getOption, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('options.title'), to: '/options/index' }];
  return (
    <Record query={query} title={t('options.edit_title')} path={path}>
      {(option) => (
        <Page
          title={t('options.edit_title')}
          path={[...path, { label: option.title, to: `/options/${id}` }]}
          lead={option.questions_count > 0 && t('options.shared_note', { count: option.questions_count })}
        >
          <OptionForm key={option.version} option={option} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
