import { useTranslation } from 'react-i18next';
import { lastCountedOf, reports, roundFigure, usualOf } from '@wardvoice/contract';
import { listed, named, useFormats } from '../../ui/kit/formats.ts';
import { MarkSign } from './charts/marks.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

/** What a trend says in words: its findings, its points, and where a baseline begins. */
export function useTrendWords(report: reports.TrendReport) {
  const { measure, interval, points, baselines, signals } = report;
  const { t } = useTranslation('reports');
  const { number } = useFormats();
  const { figure, people, periodName, signalWords, changeWords } = useReportWords();
  const lastCounted = lastCountedOf(report);
  const wordsOf = (signal: reports.Signal) => signalWords(signal, { interval, lastCounted });
  const latest = baselines.at(-1);
  const findings = signals.map((signal) => ({ side: signal.side, words: wordsOf(signal) }));

  function usual(): string {
    if (!latest) return '';
    const found = usualOf(report);
    if (!found) return t('no_limits', { count: latest.points, needed: reports.FEWEST_POINTS });
    const centre = figure(found.centre, measure);
    const limits = { lower: figure(found.lower, measure), upper: figure(found.upper, measure) };
    return found.lower === found.upper ? t('always', { centre }) : t('usual', { centre, ...limits });
  }
  const round = (value: number): number => roundFigure(value, measure);

  return {
    findings,
    usual: usual(),
    notes: [
      ...(latest?.chart && latest.provisional ? [t('provisional', { count: reports.FIRM_POINTS })] : []),
      ...(latest?.chart === 'p_prime' && latest.sigma_z !== null
        ? [t('widened', { factor: number(latest.sigma_z, { maximumFractionDigits: 2 }) })]
        : []),
      ...(points.some(({ not_counted }) => not_counted === 'partial') ? [t(`partial.${measureKind(measure)}`)] : []),
      ...(points.some(({ not_counted }) => not_counted === 'thin') ? [t('thin')] : []),
      ...(points.some(({ value }) => value === null) ? [t('gaps')] : []),
    ],
    changes: baselines.slice(1).map(({ from, changes }) => ({
      from: periodName(from, interval),
      reasons: changes.map(changeWords),
    })),
    summary: [t(`measure.${measure}`), ...findings.map(({ words }) => words), usual()].join('. '),
    pointWords: (point: reports.TrendPoint): string[] => {
      const { period, value, count, lower, upper, not_counted } = point;
      const signal = signals.find((one) => one.side === point.signal && one.from <= period && one.to >= period);
      return [
        named(periodName(period, interval), value === null ? t('too_few') : figure(value, measure)),
        ...(count === null ? [] : [people(count, measure)]),
        ...(lower === null || upper === null
          ? []
          : [t('chance_range', { lower: figure(round(lower), measure), upper: figure(round(upper), measure) })]),
        ...(signal && not_counted === null ? [wordsOf(signal)] : []),
        ...(not_counted === null || not_counted === 'too_few' ? [] : [t(`not_counted.${not_counted}`)]),
      ];
    },
    splitName: ({ changes }: reports.Baseline): string =>
      listed([...new Set(changes.map(({ kind }) => t(`split.${kind}`)))]),
  };
}

const measureKind = (measure: reports.Measure): 'asked' | 'answers' =>
  measure === 'response_rate' ? 'asked' : 'answers';

/** The latest are said above the chart; all are marked in it. */
const MAX_FINDINGS = 4;

/** The sentences above the chart. */
export function TrendFindings({ report }: { report: reports.TrendReport }) {
  const { t } = useTranslation('reports');
  const { findings, usual, notes, changes } = useTrendWords(report);
  const hasLimits = report.baselines.some(({ chart }) => chart !== null);
  return (
    <section className={classes.findings} aria-label={t('findings')}>
      {findings.length === 0 && hasLimits && <p className={classes.finding}>{t('only_chance')}</p>}
      {findings.slice(-MAX_FINDINGS).map(({ side, words }) => (
        <p key={words} className={classes.finding}>
          <MarkSign mark={side} /> {words}
        </p>
      ))}
      {findings.length > MAX_FINDINGS && <p>{t('more_signals', { count: findings.length - MAX_FINDINGS })}</p>}
      <p>{usual}</p>
      {changes.map(({ from, reasons }) => (
        <p key={from}>{t('new_baseline', { from, reasons: reasons.join('; ') })}</p>
      ))}
      {notes.map((note) => (
        <p key={note} className={classes.help}>
          {note}
        </p>
      ))}
    </section>
  );
}
