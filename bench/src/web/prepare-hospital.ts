import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../../../e2e/browser.ts';
import { makeFrame, sendLoad } from '../ingest/sender.ts';
import { prepareServer, type BenchServer } from '../ingest/prepare-server.ts';
import type { Screen } from './screens.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@wardvoice.example', ADMIN_PASSWORD: 'an evening in november' };
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
  const session = await signIn(server.url);
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

/** Signs in over the API, and chooses the organisation. */
async function signIn(url: string): Promise<Hospital['session']> {
  const login = await send(`${url}/api/v1/login`, 'POST', '', {
    username: ADMIN.ADMIN_EMAIL,
    password: ADMIN.ADMIN_PASSWORD,
  });
  const token = String(login['auth_token']);
  const { data, ...rest } = await send(`${url}/api/v1/session/application`, 'PUT', token, { application_id: 1 });
  const kept = { ...rest, auth_token: token, current_user: data };
  return Object.entries(kept).map(([key, value]) => [`wardvoice.${key}`, JSON.stringify(value)]);
}

async function send(
  address: string,
  method: string,
  token: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
