import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint, reports } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { useSession } from '../../api/session.ts';
import { ExportButton } from '../../ui/domain/export-button.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { named, useFormats } from '../../ui/kit/formats.ts';
import { Page } from '../../ui/kit/page.tsx';
import { EmptyState } from '../../ui/kit/state-panels.tsx';
import { PdfButton } from './pdf-button.tsx';
import { ReportFilters, useReportFilters } from './report-filters.tsx';
import { ReportTabs, type ReportName } from './report-tabs.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

interface ReportPageProps<Report extends reports.ReportHead> {
  name: ReportName;
  endpoint: Pick<Endpoint, 'path'>;
  query: UseQueryResult<{ data: Report }>;
  search: reports.ReportFilters;
  /** What is chosen beside the filters. */
  controls?: (report: Report) => ReactNode;
  children: (report: Report) => ReactNode;
}

/** A report with its filters, which prints as a page of its own: whose it is, which days, which filters. */
export function ReportPage<Report extends reports.ReportHead>(props: ReportPageProps<Report>) {
  const { name, endpoint, query, search, controls, children } = props;
  const { t } = useTranslation('reports');
  const { days } = useReportWords();
  const title = t(`name.${name}`);
  const path = name === 'trend' ? [{ label: t('title') }] : [{ label: t('title'), to: '/reports/trend' }];
  return (
    <Record query={query} title={title} path={path}>
      {(report) => (
        <Page
          title={title}
          heading={report.survey ? named(title, report.survey.title) : title}
          path={path}
          lead={days(report)}
          actions={
            <>
              <ExportButton address={csvAddressOf(endpoint, search)} name={`${t('title')} ${title}`} />
              <PdfButton search={search} report={report} />
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
                onClick={() => window.print()}
              >
                {t('print')}
              </Button>
            </>
          }
        >
          <PrintHead report={report} search={search} />
          <ReportTabs search={search} />
          <ReportFilters search={search} report={report}>
            {controls?.(report)}
          </ReportFilters>
          <div className={classes.body} aria-busy={query.isPlaceholderData}>
            {report.hidden ? <Hidden report={report} /> : children(report)}
          </div>
        </Page>
      )}
    </Record>
  );
}

function Hidden({ report }: { report: reports.ReportHead }) {
  const { t } = useTranslation('reports');
  if (!report.survey) return <EmptyState title={t('no_survey_title')} text={t('no_survey_text')} />;
  return <EmptyState title={t('hidden_title')} text={t('hidden_text')} />;
}

/** Stands on paper only: the filters and buttons of the screen do not. */
function PrintHead({ report, search }: { report: reports.ReportHead; search: reports.ReportFilters }) {
  const { t } = useTranslation('reports');
  const { plainDate } = useFormats();
  const application = useSession()?.application_user.application;
  const [today] = useState(() => new Date().toISOString());
  const values: Readonly<Record<string, string | number | undefined>> = {
    location: search.location,
    department_id: search.department_id,
    language: search.language,
  };
  const chosen = useReportFilters(report).flatMap((filter) => {
    const value = values[filter.id];
    if (!('options' in filter) || value === undefined) return [];
    const label = filter.options.find((option) => option.value === String(value))?.label;
    return label === undefined ? [] : [named(filter.label, label)];
  });
  return (
    <div className={classes.printHead}>
      <strong>{application?.title}</strong>
      <span>{[...chosen, t('printed', { day: plainDate(today) })].join(' · ')}</span>
    </div>
  );
}
