import { test as base } from '@playwright/test';
import { SUPERUSER } from '../../superuser.ts';
import { signInOverApi, type Api } from './api.ts';
import { makeHospital, type Hospital } from './hospital.ts';

interface OfTest {
  /** An application of this test's own with its manager. No message has been received for it. */
  hospital: Hospital;
}
interface OfWorker {
  /** Calls of the server's first superuser. */
  superuser: Api;
}

export const test = base.extend<OfTest, OfWorker>({
  superuser: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env['WARDVOICE_URL'] ?? '' });
      await use(await signInOverApi(request, SUPERUSER));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  hospital: async ({ superuser, request }, use) => use(await makeHospital(superuser, request)),
});
