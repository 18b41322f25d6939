import type { account } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/index.ts';
import { findUser } from './account.queries.ts';

export interface SignInEvent {
  what:
    'signed_in' | 'wrong_password' | 'wrong_code' | 'unknown_person' | 'unlocked' | 'password_set' | 'two_step_reset';
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
  unknown_person: { action: 'sign_in', refused: true },
  password_set: { action: 'set_password', refused: false },
  two_step_reset: { action: 'reset_two_step', refused: false },
} as const;

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
    user_name: userId === null ? null : ((await findUser(tx, userId))?.name ?? null),
    address,
    details: { reason: `${what}, ${method}` },
  });
}
