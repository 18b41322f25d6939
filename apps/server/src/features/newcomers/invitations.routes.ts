import { accountInvitations } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { publicRoute, route, type Routes } from '../../platform/http/route.ts';
import { refusePasswords, type WaysIn } from '../account/index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { listOpenInvitations } from './invitations.queries.ts';
import { inviteUser, sendInvitation, withdrawInvitation } from './invite-user.ts';

const LIMIT = { rateLimit: { max: 20, timeWindow: 60_000 } };
/** Addresses are compared with those of all users, so these transactions see all, and the queries decide who is shown. */
const seesAll = { seesAll: true };

export function accountInvitationRoutes(routes: Routes, ctx: Context, waysIn: Pick<WaysIn, 'singleSignOnOnly'>): void {
  route(
    routes,
    accountInvitations.listAccountInvitations,
    ({ tx, scope, query }) => listOpenInvitations(tx, scope, query, ctx.clock()),
    seesAll,
  );

  route(
    routes,
    accountInvitations.inviteUser,
    async (call) => ({ data: await inviteUser(call.tx, ctx, call, call.body) }),
    seesAll,
  );

  route(
    routes,
    accountInvitations.sendAccountInvitation,
    async (call) => {
      await sendInvitation(call.tx, ctx, call, call.params.id);
      return { data: { id: call.params.id } };
    },
    seesAll,
  );

  route(
    routes,
    accountInvitations.withdrawAccountInvitation,
    async (call) => {
      await withdrawInvitation(call.tx, ctx, call, call.params.id);
      return { data: { id: call.params.id } };
    },
    seesAll,
  );

  publicRoute(
    routes,
    accountInvitations.acceptAccountInvitation,
    async ({ body: { user }, request }) => {
      refusePasswords(waysIn);
      const email = await acceptInvitation(ctx, user, request.ip);
      return { message: `Your account is made. Sign in as ${email}.`, data: { email } };
    },
    LIMIT,
  );
}
