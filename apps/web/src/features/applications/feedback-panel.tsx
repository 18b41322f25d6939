import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applications } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './application-page.module.css';
import type { FeedbackFigures } from './feedback-figures.ts';

const FeedbackChart = lazy(async () => ({ default: (await import('./feedback-chart.tsx')).FeedbackChart }));

const MONTHS = applications.FEEDBACK_MONTHS;

interface FeedbackPanelProps {
  rows: readonly applications.CategoryFeedback[];
  timeZone: string;
}

/** Six months of answered surveys by category, and the table behind the chart. */
export function FeedbackPanel({ rows, timeZone }: FeedbackPanelProps) {
  const { t } = useTranslation('applications');
  const { locale } = useFormats();
  const [asTable, setAsTable] = useState(false);
  const months = monthNames(locale, timeZone);
  return (
    <Panel
      title={t('feedback.title')}
      actions={
        rows.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'feedback.show_chart' : 'feedback.show_table')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={classes.empty}>{t('feedback.none')}</p>
      ) : asTable ? (
        <FeedbackTable rows={rows} months={months} />
      ) : (
        <Suspense fallback={<Skeleton height={280} />}>
          <FeedbackChart rows={rows} months={months} />
        </Suspense>
      )}
    </Panel>
  );
}

function FeedbackTable({ rows, months }: FeedbackFigures) {
  const { t } = useTranslation('applications');
  const { number } = useFormats();
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t('feedback.title')}>
        <thead>
          <tr>
            <th scope="col">{t('feedback.category')}</th>
            {months.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.title}>
              <th scope="row">{row.title}</th>
              {MONTHS.map((month) => (
                <td key={month}>{number(row[month])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The last six months of the hospital's calendar, oldest first. */
function monthNames(locale: string, timeZone: string): string[] {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
    .format(new Date())
    .split('-')
    .map(Number);
  const name = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short' });
  return MONTHS.map((_, index) => name.format(new Date(Date.UTC(year, month - 6 + index, 1))));
}
