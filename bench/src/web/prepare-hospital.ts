import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../../../e2e/browser.ts';
import { ADMIN, signInAdmin } from '../call-api.ts';
import { makeFrame, sendLoad } from '../ingest/sender.ts';
import { prepareServer, type BenchServer } from '../ingest/prepare-server.ts';
import type { Screen } from './screens.ts';

const MESSAGES = 200;

export interface Hospital {
  server: BenchServer;
  browser: Browser;
  /** What a tab keeps of somebody who is signed in: the session storage's entries. */
  session: readonly (readonly [string, string])[];
}

/** Starts the built server with one organisation and 200 messages, a browser, and signs in the first superuser. */
export async function prepareHospital(folder: string): Promise<Hospital> {
  const executablePath = findBrowser();
  if (!executablePath)
    throw new Error('No browser was found. Install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  const server = await prepareServer(folder, ADMIN);
  await sendLoad({ port: server.mllpPort, connections: 1, inFlight: 10, messages: MESSAGES, frame: makeFrame('b') });
  const { entries: session } = await signInAdmin(server.url);
  return { server, session, browser: await chromium.launch({ executablePath, args: BROWSER_ARGS }) };
}

/** Opens an empty browser, with the session where the screen asks for one. */
export async function openContext({ browser, session }: Hospital, { isSignedIn }: Screen): Promise<BrowserContext> {
  const context = await browser.newContext();
  if (isSignedIn) {
    await context.addInitScript((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value);
    }, session);
  }
  return context;
}
