import { randomUUID } from 'node:crypto';
import { account, registrations } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Forbidden } from '../../platform/errors.ts';
import { publicRoute, route, type Routes } from '../../platform/http/route.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { grantRegistration, refuseRegistration } from './decide-registration.ts';
import { listWaiting } from './registrations.queries.ts';
import { askToRegister } from './request-registration.ts';

const LIMIT = { rateLimit: { max: 20, timeWindow: 60_000 } };
/** Somebody who registered belongs to no application, so these transactions see all. */
const seesAll = { seesAll: true };

/** The calls of people who register, and of those who decide about them. `isOn`: the setting REGISTRATION. */
export function registrationRoutes(routes: Routes, ctx: Context, isOn: boolean): void {
  const checkIsOn = () => {
    if (!isOn) throw new Forbidden('Nobody can register here. Ask an administrator for an invitation.');
  };

  publicRoute(
    routes,
    account.register,
    async ({ body: { user } }) => {
      checkIsOn();
      await askToRegister(ctx, user, randomUUID());
      const message = 'An e-mail is on its way to this address. Choose your password with its link, within 24 hours.';
      return { message, data: { name: user.name, email: user.email } };
    },
    LIMIT,
  );

  publicRoute(
    routes,
    registrations.confirmRegistration,
    async ({ body: { user }, request }) => {
      checkIsOn();
      await confirmRegistration(ctx, user, request.ip);
      return { message: 'Your account is made. An administrator has to give you access before you see anything.' };
    },
    LIMIT,
  );

  route(routes, registrations.listRegistrations, ({ tx, query }) => listWaiting(tx, query), seesAll);

  route(
    routes,
    registrations.grantRegistration,
    async ({ tx, params, session, scope, note }) => ({
      data: await grantRegistration(tx, ctx, { id: params.id, session, scope, note }),
    }),
    seesAll,
  );

  route(
    routes,
    registrations.refuseRegistration,
    async ({ tx, params, session, note }) => ({
      data: await refuseRegistration(tx, ctx, { id: params.id, session, note }),
    }),
    seesAll,
  );
}
