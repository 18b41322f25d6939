import type { account } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/index.ts';
import type { PasskeyFailure } from '../passkeys/index.ts';
import { findUser } from './account.queries.ts';

export interface SignInEvent {
  what: keyof typeof ENTRIES;
  /** null when the user is unknown. */
  userId: number | null;
  address: string;
  method: account.SignInMethod;
}

/** The audit action of each event, and whether the event was a refusal. */
const ENTRIES = {
  signed_in: { action: 'sign_in', refused: false },
  unlocked: { action: 'unlock', refused: false },
  wrong_password: { action: 'sign_in', refused: true },
  wrong_code: { action: 'sign_in', refused: true },
  wrong_passkey: { action: 'sign_in', refused: true },
  cloned_passkey: { action: 'sign_in', refused: true },
  password_not_accepted: { action: 'sign_in', refused: true },
  unknown_person: { action: 'sign_in', refused: true },
  too_many_wrong_passwords: { action: 'end', refused: false },
  password_set: { action: 'set_password', refused: false },
  registered: { action: 'register', refused: false },
  invitation_accepted: { action: 'accept_invitation', refused: false },
  weak_sign_on: { action: 'sign_in', refused: true },
  deactivated: { action: 'sign_in', refused: true },
  foreign_address: { action: 'sign_in', refused: true },
  other_person: { action: 'sign_in', refused: true },
  identity_linked: { action: 'link_identity', refused: false },
  identity_removed: { action: 'remove_identity', refused: false },
  two_step_reset: { action: 'reset_two_step', refused: false },
} as const;

/** Returns how the audit names what is wrong with a passkey. A copied one is a sign that somebody else has it. */
export const whatOf = (failure: PasskeyFailure): 'cloned_passkey' | 'wrong_passkey' =>
  failure === 'cloned' ? 'cloned_passkey' : 'wrong_passkey';

/** The id of no user. */
const NOBODY = 0;

/** Writes the audit entry of a sign-in, successful or refused, in the transaction that decides it. */
export async function signInHappened(
  tx: Tx,
  ctx: Context,
  { what, userId, address, method }: SignInEvent,
): Promise<void> {
  await recordAudit(tx, ctx, {
    at: ctx.clock(),
    ...ENTRIES[what],
    record_type: 'sessions',
    user_id: userId,
    // An unknown person is looked up as well, so that the reply takes as long as for a known one.
    user_name: (await findUser(tx, userId ?? NOBODY))?.name ?? null,
    address,
    details: { reason: `${what}, ${method}` },
  });
}
