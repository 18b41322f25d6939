import type { CDPSession, Page } from '@playwright/test';
import { makeFrame, sendLoad } from '../ingest/sender.ts';
import { openContext, type Hospital } from './prepare-hospital.ts';
import type { Screen } from './screens.ts';

const PER_SECOND = 200;
/** A frame that takes longer is noticed by whoever types or scrolls. */
const LONG_FRAME_MS = 100;
const SETTLE_MS = 3_000;

export interface LiveResult {
  screen: string;
  messages: number;
  longest_frame_ms: number;
  frames_over_100_ms: number;
  /** Of the page's scripts after a garbage collection: before the first message, after half of them, and at the end. */
  heap_mb: [number, number, number];
  calls: number;
}

/** Leaves a screen open while messages arrive, and reports how long its frames took, how its memory grew and how often it asked. */
export async function watchLive(
  hospital: Hospital,
  screen: Screen,
  messages: number,
  run: string,
): Promise<LiveResult> {
  const context = await openContext(hospital, screen);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(hospital.server.url + screen.path);
  await page.locator(screen.ready).first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(recordLongFrames, LONG_FRAME_MS);
  let calls = 0;
  page.on('request', () => (calls += 1));
  const before = await heapMegabytes(cdp);
  await receive(hospital, messages / 2, `${run}a`, page);
  const halfway = await heapMegabytes(cdp);
  await receive(hospital, messages / 2, `${run}b`, page);
  const end = await heapMegabytes(cdp);
  const { longest = '0', long = '0' } = await page.evaluate(() =>
    Object.fromEntries(Object.entries(document.documentElement.dataset)),
  );
  await context.close();
  return {
    screen: screen.name,
    messages,
    longest_frame_ms: Math.round(Number(longest)),
    frames_over_100_ms: Number(long),
    heap_mb: [before, halfway, end],
    calls,
  };
}

async function receive({ server }: Hospital, messages: number, run: string, page: Page): Promise<void> {
  if (messages === 0) return page.waitForTimeout(20_000);
  const load = { port: server.mllpPort, connections: 4, inFlight: 10, messages, perSecond: PER_SECOND };
  await sendLoad({ ...load, frame: makeFrame(run) });
  await page.waitForTimeout(SETTLE_MS);
}

/** Runs in the page. Only frames over 50 ms are reported to it. */
function recordLongFrames(limit: number): void {
  const { dataset } = document.documentElement;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      dataset['longest'] = String(Math.max(duration, Number(dataset['longest'] ?? '0')));
      if (duration > limit) dataset['long'] = String(Number(dataset['long'] ?? '0') + 1);
    }
  }).observe({ type: 'long-animation-frame' });
}

async function heapMegabytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return Math.round(usedSize / 100_000) / 10;
}
