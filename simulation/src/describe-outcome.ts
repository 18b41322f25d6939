import type { SimulationOutcome } from './run-simulation.ts';

/** The run in lines to read: what it came across, and the first rule that was broken with what led to it. */
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
