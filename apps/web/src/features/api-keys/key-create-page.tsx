import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { Page } from '../../ui/kit/page.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyForm, type MadeKey } from './key-form.tsx';

export function KeyCreatePage() {
  const { t } = useTranslation('api_keys');
  const navigate = useNavigate();
  const session = useSession();
  const [made, setMade] = useState<MadeKey | null>(null);
  const openMade = () => void navigate({ to: '/api-keys/$id', params: { id: String(made?.id) } });
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/api-keys/index' }]} lead={t('create_lead')}>
      <KeyForm
        wards={session?.application_user.locations ?? []}
        onMade={setMade}
        onCancel={() => void navigate({ to: '/api-keys/index' })}
      />
      <KeyDialog title={t('secret.made')} apiKey={made?.key ?? null} onClose={openMade} />
    </Page>
  );
}
