import { useTranslation } from 'react-i18next';
import type { Mark } from '@wardvoice/contract';
import { MarkSign } from './charts/marks.tsx';
import classes from './reports.module.css';

interface LegendProps {
  marks: ReadonlySet<Mark>;
  hasLimits: boolean;
  /** What the lines are; those of a chart over time unless said otherwise. */
  lines?: readonly { name: string; dashes: string }[];
}

/** What the marks and lines of a chart mean. Only those that are in it are named. */
export function Legend({ marks, hasLimits, lines }: LegendProps) {
  const { t } = useTranslation('reports');
  const standard = [
    { name: t('legend.centre'), dashes: '0' },
    { name: t('legend.limits'), dashes: '3 4' },
  ];
  return (
    <ul className={classes.legend}>
      {(['high', 'low', 'hollow'] as const)
        .filter((mark) => marks.has(mark))
        .map((mark) => (
          <li key={mark}>
            <MarkSign mark={mark} /> {t(`legend.${mark}`)}
          </li>
        ))}
      {hasLimits &&
        (lines ?? standard).map(({ name, dashes }) => (
          <li key={name}>
            <svg width={22} height={8} aria-hidden>
              <path d="M0,4 h22" stroke="var(--wv-text-3)" strokeDasharray={dashes} />
            </svg>{' '}
            {name}
          </li>
        ))}
    </ul>
  );
}
