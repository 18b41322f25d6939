import { useTranslation } from 'react-i18next';

/** The crumbs above the screens about reports by e-mail, which are a part of the reports. */
export function useSchedulePath() {
  const { t } = useTranslation(['report_schedules', 'reports']);
  const reports = { label: t('reports:title'), to: '/reports/trend' };
  return { ofList: [reports], ofRecord: [reports, { label: t('title'), to: '/reports/by_email/index' }] };
}
