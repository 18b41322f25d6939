import { account, accountEmails, may } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, NotFound, Unauthorized } from '../../platform/errors.ts';
import { route, sessionRoute, type Routes } from '../../platform/http/route.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { listAccountEmails } from './account-emails.queries.ts';
import { accountLink } from './account-link.ts';
import { setLanguage } from '../users/index.ts';
import { findUser } from './account.queries.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { describeSession } from './describe-session.ts';
import { rememberDevice } from './device-cookie.ts';
import { deleteSession, deleteSessions, listSessions } from '../sessions/index.ts';
import { changePassword } from './set-password.ts';
import { countPasskeys, findHindrance, hasPasskeys, lockOwner } from '../passkeys/index.ts';
import {
  beginTwoStep,
  countRecoveryCodes,
  deleteTwoStep,
  deleteUnneededCodes,
  finishTwoStep,
  isTwoStepOn,
} from '../two-step/index.ts';

/** These calls concern the person and no application, so their transactions see all applications. */
const OWN = { seesAll: true };
/** What somebody may do who has to switch two-step sign-in on first. */
const FIRST = { evenWithoutTwoStep: true };
const PROOFS = { rateLimit: { max: 30, timeWindow: 60_000 } };

export function ownAccountRoutes(routes: Routes, ctx: Context): void {
  route(routes, account.getAccount, async ({ tx, session }) => ({ data: await describe(tx, ctx, session) }), {
    ...OWN,
    ...FIRST,
  });

  route(
    routes,
    account.chooseLanguage,
    async ({ tx, session, body }) => {
      await setLanguage(tx, session.userId, body.language);
      return describeSession(tx, ctx, session);
    },
    { ...OWN, ...FIRST },
  );

  route(
    routes,
    account.listSessions,
    async ({ tx, session }) => ({ data: await listSessions(tx, session.userId, session.id, ctx.clock()) }),
    OWN,
  );

  route(
    routes,
    account.endOneSession,
    async ({ tx, session, params }) => {
      if (!(await deleteSession(tx, session.userId, params.id))) throw new NotFound('This session');
      return { data: { id: params.id } };
    },
    OWN,
  );

  route(
    routes,
    account.endOtherSessions,
    async ({ tx, session }) => ({ data: { ended: await deleteSessions(tx, session.userId, { except: session.id }) } }),
    OWN,
  );

  sessionRoute(
    routes,
    account.changePassword,
    async ({ session, body: { user }, request, reply }) => {
      const { ip: address } = request;
      const known = await checkOwnPassword(ctx, { session, address }, user.old_password, {
        field: 'old_password',
      });
      await changePassword(ctx, known, { password: user.password, sessionId: session.id, address });
      const changed = await ctx.db.transaction(systemScope('person'), (tx) => findUser(tx, known.id));
      if (changed) rememberDevice(ctx, { request, reply }, changed);
      return { message: 'Your password is changed. Everywhere else you are signed out.' };
    },
    { ...PROOFS, ...FIRST },
  );

  sessionRoute(
    routes,
    account.beginTwoStep,
    async ({ session, body, request }) => {
      const user = await checkOwnPassword(ctx, { session, address: request.ip }, body.password);
      return { data: await ctx.db.transaction(systemScope('person'), (tx) => beginTwoStep(tx, ctx, user)) };
    },
    { ...PROOFS, ...FIRST },
  );

  route(
    routes,
    account.confirmTwoStep,
    async ({ tx, session, body }) => ({
      data: { recovery_codes: await finishTwoStep(tx, ctx, session.userId, body.code) },
    }),
    { ...OWN, ...PROOFS, ...FIRST },
  );

  sessionRoute(
    routes,
    account.disableTwoStep,
    async ({ session, body, request }) => {
      await checkOwnPassword(ctx, { session, address: request.ip }, body.password);
      const { userId } = session;
      return ctx.db.transaction(systemScope('person'), async (tx) => {
        await lockOwner(tx, userId);
        if (session.requiresTwoStep && !(await hasPasskeys(tx, userId)))
          throw new Conflict('Your organisation asks for two-step sign-in. It stays on.');
        await deleteTwoStep(tx, userId);
        await deleteUnneededCodes(tx, userId);
        return { data: await describe(tx, ctx, session) };
      });
    },
    PROOFS,
  );

  route(
    routes,
    accountEmails.listAccountEmails,
    async ({ tx, query }) => {
      const page = await listAccountEmails(tx, query, ctx.clock());
      const withLink = ({ request_id, token_hash, ...email }: (typeof page.data)[number]) => ({
        ...email,
        link: email.gateway === 'outbox' ? accountLink(ctx, email.kind, { request_id, token_hash }) : null,
      });
      return { ...page, data: page.data.map(withLink) };
    },
    OWN,
  );
}

async function describe(tx: Tx, ctx: Context, session: PersonSession): Promise<account.OwnAccount> {
  const { userId, requiresTwoStep } = session;
  const user = await findUser(tx, userId);
  if (!user) throw new Unauthorized();
  const two_step = {
    enabled: await isTwoStepOn(tx, userId),
    recovery_codes_left: await countRecoveryCodes(tx, userId),
    required: requiresTwoStep,
  };
  const hindrance = findHindrance(ctx);
  const passkeys = {
    count: await countPasskeys(tx, userId),
    can_add: hindrance === null && session.method !== 'single_sign_on',
    // Whoever may change settings passes it on to whoever runs the server.
    hindrance: may(session, 'admin') ? hindrance : null,
  };
  return { id: user.id, name: user.name, email: user.email, two_step, passkeys };
}
