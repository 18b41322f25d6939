import { test as base } from '@playwright/test';
import { SUPERUSER } from '../../superuser.ts';
import { signInOverApi, type Api } from './api.ts';
import { makeHospital, type Hospital } from './hospital.ts';

interface OfTest {
  /** Calls of the server's first superuser. */
  superuser: Api;
  /** An application of this test's own with its manager. No message has been received for it. */
  hospital: Hospital;
}
interface OfWorker {
  /** Returns calls of the server's first superuser, by a sign-in of the last minutes: what they do needs a fresh one. */
  freshSuperuser: () => Promise<Api>;
}

/** Half of the time for which a sign-in is fresh. The tests of a worker may take longer than all of it. */
const FRESH_MS = 15 * 60_000;

export const test = base.extend<OfTest, OfWorker>({
  freshSuperuser: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env['WARDVOICE_URL'] ?? '' });
      let current: { api: Api; at: number } | null = null;
      await use(async () => {
        if (!current || Date.now() - current.at > FRESH_MS)
          current = { api: await signInOverApi(request, SUPERUSER), at: Date.now() };
        return current.api;
      });
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  superuser: async ({ freshSuperuser }, use) => use(await freshSuperuser()),
  hospital: async ({ superuser, request }, use) => use(await makeHospital(superuser, request)),
});
