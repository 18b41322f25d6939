import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import type { reports } from '@wardvoice/contract';
import { useMay, useSession } from '../../api/session.ts';
import classes from './reports.module.css';

export const REPORTS = ['trend', 'wards', 'comparison', 'questions', 'themes'] as const;
export type ReportName = (typeof REPORTS)[number];

const PATHS = {
  trend: '/reports/trend',
  wards: '/reports/wards',
  comparison: '/reports/comparison',
  questions: '/reports/questions',
  themes: '/reports/themes',
} as const;

/** The reports, for the same survey, days and filters, and those that are sent by e-mail. */
export function ReportTabs({ search }: { search: reports.ReportFilters }) {
  const { t } = useTranslation('reports');
  const mayList = useMay()('report_schedules.list');
  const session = useSession();
  const isInSeveral = session !== null && (session.current_user.super_user === 1 || session.applications.length > 1);
  const { survey_id, from, to, location, department_id, language } = search;
  const filters = { survey_id, from, to, location, department_id, language };
  return (
    <nav className={classes.tabs} aria-label={t('title')}>
      {REPORTS.map((name) => (
        <Link
          key={name}
          to={PATHS[name]}
          search={filters}
          activeOptions={{ includeSearch: false }}
          className={classes.tab}
        >
          {t(`name.${name}`)}
        </Link>
      ))}
      {isInSeveral && (
        <Link
          to="/reports/organisations"
          search={{ from, to }}
          activeOptions={{ includeSearch: false }}
          className={classes.tab}
        >
          {t('name.organisations')}
        </Link>
      )}
      {mayList && (
        <Link to="/reports/by_email/index" className={classes.tab}>
          {t('name.by_email')}
        </Link>
      )}
    </nav>
  );
}
