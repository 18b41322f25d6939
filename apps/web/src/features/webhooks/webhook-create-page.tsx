import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { SecretShown } from './secret-shown.tsx';
import { WebhookForm, type MadeWebhook } from './webhook-form.tsx';

export function WebhookCreatePage() {
  const { t } = useTranslation('webhooks');
  const navigate = useNavigate();
  const [made, setMade] = useState<MadeWebhook | null>(null);
  const openMade = () => void navigate({ to: '/webhooks/$id', params: { id: String(made?.id) } });
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/webhooks/index' }]} lead={t('create_lead')}>
      <WebhookForm onMade={setMade} onCancel={() => void navigate({ to: '/webhooks/index' })} />
      <SecretShown title={t('secret.made')} secret={made?.secret ?? null} onClose={openMade} />
    </Page>
  );
}
