import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { DestinationForm } from './destination-form.tsx';

export function DestinationCreatePage() {
  const { t } = useTranslation('destinations');
  const navigate = useNavigate();
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/destinations/index' }]} lead={t('create_lead')}>
      <DestinationForm
        onSaved={({ id }) => void navigate({ to: '/destinations/$id', params: { id: String(id) } })}
        onCancel={() => void navigate({ to: '/destinations/index' })}
      />
    </Page>
  );
}
