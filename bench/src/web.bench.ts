import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchLive } from './web/live-updates.ts';
import { openContext, prepareHospital, type Hospital } from './web/prepare-hospital.ts';
import { BARE_PAGE, SCREENS, type Screen } from './web/screens.ts';
import { CPU_SLOWDOWN, LATENCY_MS, visit, type Visit } from './web/visit.ts';

/**
 * What opening a screen costs in a browser on a slow computer (a four-times slowed processor) and a slow connection (1.6 Mbit/s,
 * 150 ms): cold, with nothing in its cache, and warm, the third time. The medians of so many turns, beside a page of the same
 * server that has no application in it.
 */
const TURNS = Number(process.argv[2] ?? '5');
/** Then so many messages arrive while a screen is open, which it follows. The processor is not slowed down for it. */
const LIVE_MESSAGES = Number(process.argv[3] ?? '10000');
const LIVE_SCREENS = ['dashboard', 'messages'];

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
try {
  const hospital = await prepareHospital(folder);
  try {
    if (TURNS > 0) await measureScreens(hospital);
    if (LIVE_MESSAGES > 0) await measureLiveUpdates(hospital);
  } finally {
    await hospital.browser.close();
    await hospital.server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureScreens(hospital: Hospital): Promise<void> {
  console.log(`Processor ${CPU_SLOWDOWN} times slowed, 1.6 Mbit/s, ${LATENCY_MS} ms latency, ${TURNS} turns:`);
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const screen of [BARE_PAGE, ...SCREENS]) turns.push(await open(hospital, screen));
  }
  const bare = summaryOf(BARE_PAGE, turns);
  const rows = SCREENS.map((screen) => {
    const row = summaryOf(screen, turns);
    return { ...row, cold_of_bare: round(row.cold_s / bare.cold_s), warm_of_bare: round(row.warm_s / bare.warm_s) };
  });
  for (const row of [bare, ...rows]) console.log(JSON.stringify({ bench: 'web', ...row }));
  console.table([bare, ...rows]);
}

async function measureLiveUpdates(hospital: Hospital): Promise<void> {
  const rows = [];
  for (const screen of SCREENS.filter(({ name }) => LIVE_SCREENS.includes(name))) {
    // Beside it, the same screen while nothing happens.
    for (const messages of [0, LIVE_MESSAGES]) rows.push(await watchLive(hospital, screen, messages, screen.name));
  }
  for (const row of rows) console.log(JSON.stringify({ bench: 'web-live', ...row }));
  console.table(rows.map((row) => ({ ...row, heap_mb: row.heap_mb.join(', ') })));
}

interface Turn {
  screen: Screen;
  cold: Visit;
  warm: Visit;
}

async function open(hospital: Hospital, screen: Screen): Promise<Turn> {
  const context = await openContext(hospital, screen);
  const address = hospital.server.url + screen.path;
  const cold = await visit(context, address, screen.ready);
  // A browser keeps compiled scripts from the second time on.
  await visit(context, address, screen.ready);
  const warm = await visit(context, address, screen.ready);
  await context.close();
  return { screen, cold, warm };
}

function summaryOf(screen: Screen, turns: readonly Turn[]) {
  const own = turns.filter((turn) => turn.screen === screen);
  const median = (read: (turn: Turn) => number) => round(middleOf(own.map(read)));
  return {
    screen: screen.name,
    cold_requests: median(({ cold }) => cold.requests),
    cold_kb: median(({ cold }) => cold.kilobytes),
    cold_s: median(({ cold }) => cold.seconds),
    warm_requests: median(({ warm }) => warm.requests),
    warm_kb: median(({ warm }) => warm.kilobytes),
    warm_s: median(({ warm }) => warm.seconds),
  };
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
