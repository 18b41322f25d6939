import type { CensusOutcome } from './run-census.ts';

const MAX_DIFFERENCES = 10;

/**
 * Describes a run in some lines. After a difference they contain the messages about those whom it concerns, and how to run it
 * again.
 */
export function describeCensus({
  seed,
  messages,
  hours,
  inHouse,
  events,
  differences,
  trail,
  seconds,
}: CensusOutcome): string {
  const told = events.map(([event, times]) => `${event} ${times}`).join(', ');
  return [
    `Seed ${seed}: ${messages} messages in ${hours} hours, ${inHouse} patients in hospital at the end, ${seconds} seconds.`,
    `Told: ${told}`,
    `${differences.length} differences from the hospital's own census`,
    ...differences.slice(0, MAX_DIFFERENCES).map((line) => `  ${line}`),
    ...trail.map((line) => `    ${line}`),
    ...(differences.length > 0 ? [`Again: npm run bench -- census ${messages} ${seed}`] : []),
  ].join('\n');
}
