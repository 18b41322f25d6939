import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { useSchedulePath } from './use-schedule-path.ts';

export function ScheduleCreatePage() {
  const { t } = useTranslation('report_schedules');
  const navigate = useNavigate();
  const { ofRecord } = useSchedulePath();
  return (
    <Page title={t('create')} path={ofRecord} lead={t('create_lead')}>
      <ScheduleForm
        onSaved={({ id }) => void navigate({ to: '/reports/by_email/$id', params: { id: String(id) } })}
        onCancel={() => void navigate({ to: '/reports/by_email/index' })}
      />
    </Page>
  );
}
