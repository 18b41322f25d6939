import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/kit/formats.ts';
import { ChartPanel } from './chart-panel.tsx';
import type { FunnelChartProps } from './charts/funnel-chart.tsx';
import { Legend } from './legend.tsx';
import classes from './reports.module.css';

const FunnelChart = lazy(async () => ({ default: (await import('./charts/funnel-chart.tsx')).FunnelChart }));

interface FunnelReportProps extends Pick<FunnelChartProps, 'points' | 'curve' | 'centre' | 'countLabel' | 'onChoose'> {
  /** What stands in the funnel. */
  units: 'wards' | 'organisations';
  title: string;
  caption: string;
  /** Which of them differ, or that none does. */
  found: string;
  /** The share of all; empty where there is none. */
  all: string;
  /** What else is to be known. */
  notes: readonly string[];
}

/** What a funnel says in sentences, and the funnel; too few units have none. */
export function FunnelReport({ units, title, caption, found, all, notes, ...chart }: FunnelReportProps) {
  const { t } = useTranslation('reports');
  const { percent, number } = useFormats();
  const { points, curve } = chart;
  const lines = [
    { name: t(`${units}.limits_95`), dashes: '3 4' },
    { name: t(`${units}.limits_998`), dashes: '0' },
  ];
  return (
    <>
      <section className={classes.findings} aria-label={t('findings')}>
        {points.length > 0 && <p className={classes.finding}>{found}</p>}
        {all !== '' && <p>{all}</p>}
        {points.length === 0 && <p>{t(`${units}.no_funnel`)}</p>}
        {notes.map((note) => (
          <p key={note} className={classes.help}>
            {note}
          </p>
        ))}
      </section>
      {points.length > 0 && (
        <ChartPanel
          title={title}
          caption={[caption]}
          label={`${title}. ${found} ${all}`}
          chart={<FunnelChart {...chart} axis={percent} count={(value) => number(value)} />}
          legend={<Legend marks={new Set(points.map(({ mark }) => mark))} hasLimits={curve.length > 0} lines={lines} />}
        />
      )}
    </>
  );
}
