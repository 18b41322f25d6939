import { staffAccounts } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Conflict } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { deleteIdentities, endOpenWays } from '../credentials/index.ts';
import { endSessions } from '../sessions/index.ts';
import { checkMayManage, lockPerson } from '../users/index.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { signInHappened } from './sign-in-happened.ts';
import { deleteSecondSteps, hasSecondStep } from '../two-step/index.ts';

/** People belong to several applications, so these transactions see all; lockPerson() decides who is found. */
const SEES_ALL = { seesAll: true };

/** What an administrator does to the ways in of somebody else. */
export function staffAccountRoutes(routes: Routes, ctx: Context): void {
  route(
    routes,
    staffAccounts.resetTwoStep,
    async ({ tx, scope, session, params, request }) => {
      // Without the second step a password is enough, so this is for those who could set that as well.
      await checkMayManage(tx, session, await lockPerson(tx, scope, params.id));
      if (await hasSecondStep(tx, params.id))
        await writeAccountEmail(tx, ctx, { user_id: params.id, kind: 'two_step_reset' });
      await deleteSecondSteps(tx, params.id);
      const { ip: address } = request;
      await signInHappened(tx, ctx, { what: 'two_step_reset', userId: params.id, address, method: 'password' });
      return { data: { id: params.id } };
    },
    SEES_ALL,
  );

  route(
    routes,
    staffAccounts.removeIdentity,
    async ({ tx, scope, session, params, request }) => {
      await checkMayManage(tx, session, await lockPerson(tx, scope, params.id));
      if (!(await deleteIdentities(tx, params.id))) throw new Conflict('This person is not linked to single sign-on.');
      await endOpenWays(tx, params.id, ctx.clock());
      await endSessions(tx, params.id);
      const { ip: address } = request;
      await signInHappened(tx, ctx, { what: 'identity_removed', userId: params.id, address, method: 'single_sign_on' });
      return { data: { id: params.id } };
    },
    SEES_ALL,
  );

  route(
    routes,
    staffAccounts.endSessionsOf,
    async ({ tx, scope, session, params, note }) => {
      if (params.id === session.userId) throw new Conflict('Your own sessions are under My account.');
      await checkMayManage(tx, session, await lockPerson(tx, scope, params.id));
      const ended = await endSessions(tx, params.id);
      note.count = ended;
      return { data: { ended } };
    },
    SEES_ALL,
  );
}
