import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apiKeys } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Record } from '../../ui/domain/record.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { KeyForm } from './key-form.tsx';

export function KeyEditPage() {
  const { t } = useTranslation('api_keys');
  const { id } = useParams({ from: '/shell/api-keys/$id/edit' });
  const navigate = useNavigate();
  const query = useQuery(ask(apiKeys.getApiKey, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/api-keys/index' }];
  const open = () => void navigate({ to: '/api-keys/$id', params: { id } });
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(apiKey) => (
        <Page title={t('edit_title')} path={[...path, { label: apiKey.name, to: `/api-keys/${id}` }]}>
          <KeyForm
            key={apiKey.version}
            apiKey={apiKey}
            onSaved={open}
            onCancel={open}
            onReload={() => void query.refetch()}
          />
        </Page>
      )}
    </Record>
  );
}
