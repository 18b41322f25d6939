/** How each series of a chart is filled, so that it can be told apart without its colour. The first is plain. */
const PATTERNS = ['plain', 'diagonal', 'dots', 'level', 'crossed', 'upright'] as const;
type Pattern = (typeof PATTERNS)[number];

const SIZE = 8;

interface PatternsProps {
  /** Begins the ids, which are unique on the page. */
  id: string;
  colors: readonly string[];
}

export const patternOf = (id: string, at: number): string => `url(#${id}-${at})`;

/** Defines one pattern for each colour. What is to be filled with one names it by `patternOf`. */
export function Patterns({ id, colors }: PatternsProps) {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      <defs>
        {colors.map((color, at) => (
          <pattern key={color + at} id={`${id}-${at}`} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
            <rect width={SIZE} height={SIZE} fill={color} />
            <Marks of={PATTERNS[at % PATTERNS.length] ?? 'plain'} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** What is drawn over the colour, in the colour of the ground. */
function Marks({ of }: { of: Pattern }) {
  if (of === 'plain') return null;
  if (of === 'dots') return <circle cx={SIZE / 2} cy={SIZE / 2} r={1.6} fill="var(--wv-surface)" />;
  return <path d={LINES[of]} stroke="var(--wv-surface)" strokeWidth={1.5} fill="none" />;
}

const LINES: Record<Exclude<Pattern, 'plain' | 'dots'>, string> = {
  diagonal: 'M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4',
  level: 'M0,4 h8',
  crossed: 'M0,8 l8,-8 M0,0 l8,8',
  upright: 'M4,0 v8',
};
