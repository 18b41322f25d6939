import { applications } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { getApplication, listApplications } from './applications.queries.ts';
import { createApplication } from './create-application.ts';
import { updateApplication } from './update-application.ts';

export function applicationRoutes(routes: Routes, house: Context): void {
  route(routes, applications.listApplications, ({ tx, scope, query }) => listApplications(tx, scope, query) as never);

  route(routes, applications.getApplication, async ({ tx, scope, params }) => ({
    data: await getApplication(tx, scope, params.id),
  }));

  // For superusers only, whatever application they have chosen.
  const seesAll = { seesAll: true };

  route(
    routes,
    applications.createApplication,
    async ({ tx, body }) => {
      const { id, accessSecret } = await createApplication(tx, house.secretKey, body.application);
      return { data: { ...(await getApplication(tx, SYSTEM_SCOPE, id)), access_secret: accessSecret } };
    },
    seesAll,
  );

  route(
    routes,
    applications.updateApplication,
    async ({ tx, params, body }) => {
      await getApplication(tx, SYSTEM_SCOPE, params.id);
      const accessSecret = await updateApplication(tx, house.secretKey, params.id, body.application);
      const data = await getApplication(tx, SYSTEM_SCOPE, params.id);
      return { data: accessSecret ? { ...data, access_secret: accessSecret } : data };
    },
    seesAll,
  );
}
