import type { BodyOf, scim } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Invalid } from '../../../platform/errors.ts';
import type { PersonSession } from '../../../platform/http/session.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { hashToken, newToken } from '../../../platform/secrets.ts';
import { whyNotGiveRole } from '../../roles/index.ts';
import { insertToken } from './tokens.queries.ts';

const MS_PER_DAY = 86_400_000;
/** By these letters a program that searches for secrets recognises the token. */
const PREFIX = 'wvscim_';

/**
 * Makes a token that may give these roles. Nobody gives what they do not have, so each is one that the caller may give, and
 * the people it adds see no more wards than the caller. It goes on working when the caller has left: a hospital's directory
 * must not stop because an administrator did.
 */
export async function makeToken(
  tx: Tx,
  ctx: Context,
  { session, scope }: { session: PersonSession; scope: ApplicationScope },
  { name, days, role_ids }: BodyOf<typeof scim.createScimToken>['scim_token'],
): Promise<{ id: number; token: string }> {
  for (const id of role_ids) {
    const problem = await whyNotGiveRole(tx, { session, scope }, id);
    if (problem) throw new Invalid({ role_ids: [problem] });
  }
  const token = PREFIX + newToken();
  const now = ctx.clock();
  const made = {
    name,
    token_hash: hashToken(token),
    locations: [...scope.locations],
    made_by: session.userId,
    created_at: now,
    expires_at: new Date(now.getTime() + days * MS_PER_DAY),
  };
  return { id: await insertToken(tx, scope.applicationId, made, role_ids), token };
}
