import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { WardPageForm } from './ward-page-form.tsx';

export function WardPageCreatePage() {
  const { t } = useTranslation('ward_pages');
  const navigate = useNavigate();
  return (
    <Page title={t('create')} path={[{ label: t('title'), to: '/ward_pages/index' }]} lead={t('create_lead')}>
      <WardPageForm
        onSaved={({ id }) => void navigate({ to: '/ward_pages/$id', params: { id: String(id) } })}
        onCancel={() => void navigate({ to: '/ward_pages/index' })}
      />
    </Page>
  );
}
