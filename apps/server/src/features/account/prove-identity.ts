import type { Context } from '../../platform/context.ts';
import { Conflict, Invalid, Unauthorized } from '../../platform/errors.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { recordProof } from '../sessions/index.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { hasSecondStep } from '../two-step/index.ts';

/** The answer to somebody who has signed in at the identity provider, and whose password here may be nobody's. */
export const SIGN_ON_AGAIN = 'You signed in by single sign-on. Sign in there again.';

/**
 * Asks somebody who is signed in to prove again who they are, with all that signing in asks for. Returns until when
 * this counts.
 */
export async function proveIdentity(
  ctx: Context,
  { session, address }: { session: PersonSession; address: string },
  { password, code }: { password: string; code?: string | undefined },
): Promise<Date> {
  if (session.method === 'single_sign_on') throw new Conflict(SIGN_ON_AGAIN);
  const needsCode = await ctx.db.transaction(systemScope('person'), (tx) => hasSecondStep(tx, session.userId));
  // Nothing is checked before both are there, so this tells nobody whether the password is right.
  if (needsCode && code === undefined)
    throw new Invalid({
      code: ['Enter a code of your authenticator app, or a recovery code. With a passkey, no password is needed.'],
    });
  await checkOwnPassword(ctx, { session, address }, password, needsCode && code !== undefined ? { code } : {});
  const until = await ctx.db.transaction(systemScope('person'), (tx) => recordProof(tx, session.id, ctx.clock()));
  if (!until) throw new Unauthorized();
  return until;
}
