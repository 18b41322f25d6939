import type { SimulationOutcome } from '../run-simulation.ts';

/** Describes a run in lines: what it came across, and the first violation with the messages that led to it. */
export function describeOutcome({
  seed,
  messages,
  sent,
  seconds,
  violations,
  trail,
  coverage,
}: SimulationOutcome): string {
  const [first] = violations;
  return [
    ...coverage.entries().map(([what, times]) => `${String(times).padStart(7)}  ${what}`),
    `Seed ${seed}: ${messages} messages acknowledged, ${sent} sent to patients, in ${seconds} s`,
    ...(first
      ? [`VIOLATION: ${first.rule} (${first.detail})`, ...trail.map((line) => `    ${line}`)]
      : ['0 violations']),
  ].join('\n');
}
