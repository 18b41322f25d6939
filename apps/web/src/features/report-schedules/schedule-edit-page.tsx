import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { reportPacks } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Record } from '../../ui/domain/record.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { useSchedulePath } from './use-schedule-path.ts';

export function ScheduleEditPage() {
  const { t } = useTranslation('report_schedules');
  const { id } = useParams({ from: '/shell/reports/by_email/$id/edit' });
  const navigate = useNavigate();
  const { ofRecord } = useSchedulePath();
  const query = useQuery(ask(reportPacks.getReportSchedule, { params: { id: Number(id) } }, { failureIsShown: true }));
  const open = () => void navigate({ to: '/reports/by_email/$id', params: { id } });
  return (
    <Record query={query} title={t('edit_title')} path={ofRecord}>
      {(schedule) => (
        <Page title={t('edit_title')} path={[...ofRecord, { label: schedule.title, to: `/reports/by_email/${id}` }]}>
          <ScheduleForm
            key={schedule.version}
            schedule={schedule}
            onSaved={open}
            onCancel={open}
            onReload={() => void query.refetch()}
          />
        </Page>
      )}
    </Record>
  );
}
