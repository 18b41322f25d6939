import { ColumnChart } from '../../ui/kit/chart/column-chart.tsx';
import { patternOf, Patterns } from '../../ui/kit/chart/patterns.tsx';
import { Sparkline } from '../../ui/kit/chart/sparkline.tsx';
import { MONTHS, WORDS } from './samples.ts';
import { GalleryFrame, Specimen } from './specimen.tsx';
import classes from './specimen.module.css';

/** The colours of what has no colour of its own. They differ with every kind of colour vision, and have patterns besides. */
const SERIES_COLOURS = [1, 2, 3, 4, 5, 6].map((number) => `var(--wv-series-${number})`);

const series = [
  { name: 'good', label: 'Good', color: 'var(--wv-series-1)' },
  { name: 'fair', label: 'Fair', color: 'var(--wv-series-2)' },
  { name: 'poor', label: 'Poor', color: 'var(--wv-series-3)' },
  { name: 'none', label: 'No answer', color: 'var(--wv-series-4)' },
];

const KINDS = [
  ['default', 'Side by side'],
  ['stacked', 'Stacked'],
] as const;

export function ChartsPage() {
  return (
    <GalleryFrame of="charts">
      <Specimen of="ColumnChart" from="ui/kit/chart/column-chart.tsx">
        <div className={classes.specimens}>
          {KINDS.map(([type, title]) => (
            <figure key={type} aria-label={`${WORDS.answers}: ${title}`}>
              <figcaption>{title}</figcaption>
              <ColumnChart height={220} data={MONTHS} dataKey="month" type={type} series={series} maxBarWidth={28} />
            </figure>
          ))}
        </div>
      </Specimen>
      <Specimen of="Sparkline" from="ui/kit/chart/sparkline.tsx">
        <Sparkline values={[60, 72, null, 68, 81, 84]} label={`${WORDS.answers}: 60, 72, –, 68, 81, 84`} />
      </Specimen>
      <Specimen of="Patterns" from="ui/kit/chart/patterns.tsx">
        <Patterns id="gallery-patterns" colors={SERIES_COLOURS} />
        <ul className={classes.swatches}>
          {SERIES_COLOURS.map((color, at) => (
            <li key={color}>
              <svg width="100%" height={40} aria-hidden>
                <rect width="100%" height={40} rx={4} fill={patternOf('gallery-patterns', at)} />
              </svg>
              <code>{color.slice(4, -1)}</code>
            </li>
          ))}
        </ul>
      </Specimen>
    </GalleryFrame>
  );
}
