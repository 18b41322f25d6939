import type { BrowserContext, CDPSession, Page } from '@playwright/test';

export const CPU_SLOWDOWN = 4;
const BITS_PER_SECOND = 1_600_000;
/** Between a request and the first byte of its answer, as on a mobile connection. */
export const LATENCY_MS = 150;
/** Without a new request for so long, a screen has loaded everything that it loads by itself. */
const QUIET_MS = 1_500;
const READY_WITHIN_MS = 120_000;

export interface Visit {
  requests: number;
  kilobytes: number;
  /** Seconds from the navigation until the screen can be used. */
  seconds: number;
}

/** Opens a screen in a new tab of the context, on a slow computer and a slow connection. */
export async function visit(context: BrowserContext, address: string, ready: string): Promise<Visit> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const traffic = await countTraffic(cdp);
  await slowDown(cdp);
  await page.addInitScript(recordWhenShown, ready);
  await page.goto(address, { waitUntil: 'commit' });
  const seconds = (await whenShown(page)) / 1000;
  await traffic.untilQuiet();
  await page.close();
  return { requests: traffic.requests, kilobytes: traffic.bytes / 1000, seconds };
}

export async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const throughput = BITS_PER_SECOND / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

/** Runs in the page: keeps when an element of the selector was first shown, in milliseconds since the navigation. */
function recordWhenShown(ready: string): void {
  const timer = setInterval(() => {
    const found = document.querySelector(ready);
    if (!found || found.getClientRects().length === 0) return;
    clearInterval(timer);
    document.documentElement.dataset['shownAt'] = `${performance.now()}`;
  }, 10);
}

async function whenShown(page: Page): Promise<number> {
  const shown = page.locator('html[data-shown-at]');
  await shown.waitFor({ state: 'attached', timeout: READY_WITHIN_MS });
  return Number(await shown.getAttribute('data-shown-at'));
}

/** Counts what goes over the network, headers included. What the browser's cache answers does not. */
async function countTraffic(cdp: CDPSession) {
  const traffic = { requests: 0, bytes: 0, untilQuiet };
  let lastAt = performance.now();
  const cached = new Set<string>();
  const begun = new Set<string>();
  cdp.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) cached.add(requestId);
    // A stream of events never ends, so a request counts as soon as it is answered.
    if (cached.has(requestId) || begun.has(requestId) || response.url.startsWith('data:')) return;
    begun.add(requestId);
    traffic.requests += 1;
    lastAt = performance.now();
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!begun.has(requestId)) return;
    traffic.bytes += encodedDataLength;
    lastAt = performance.now();
  });
  await cdp.send('Network.enable');
  return traffic;

  async function untilQuiet(): Promise<void> {
    while (performance.now() - lastAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
