import { expect, test } from 'vitest';
import { runSimulation } from './run-simulation.ts';

test.each((process.env['SEED'] ?? '1').split(','))('nobody is written to who must not be, in a week that a seed decides %s', async (seed) => {
  const outcome = await runSimulation({ seed: Number(seed), hours: Number(process.env['HOURS'] ?? 168) });
  console.log(outcome.messages, outcome.sent, outcome.seconds, outcome.coverage.entries().map(([a, b]) => `${a} ${b}`).join('\n'));
  expect({ violations: outcome.violations.slice(0, 3), trail: outcome.trail }).toEqual({ violations: [], trail: [] });
}, 240_000);
