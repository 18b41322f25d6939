import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { webhooks } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Record } from '../../ui/domain/record.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function WebhookEditPage() {
  const { t } = useTranslation('webhooks');
  const { id } = useParams({ from: '/shell/webhooks/$id/edit' });
  const navigate = useNavigate();
  const query = useQuery(ask(webhooks.getWebhook, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/webhooks/index' }];
  const open = () => void navigate({ to: '/webhooks/$id', params: { id } });
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(webhook) => (
        <Page
          title={t('edit_title')}
          path={[...path, { label: webhook.description || webhook.url, to: `/webhooks/${id}` }]}
        >
          <WebhookForm
            key={webhook.version}
            webhook={webhook}
            onSaved={open}
            onCancel={open}
            onReload={() => void query.refetch()}
          />
        </Page>
      )}
    </Record>
  );
}
