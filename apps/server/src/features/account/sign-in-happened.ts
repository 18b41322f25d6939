import type { account } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface SignInEvent {
  what:
    'signed_in' | 'wrong_password' | 'wrong_code' | 'unknown_person' | 'unlocked' | 'password_set' | 'two_step_reset';
  /** null: nobody we know. */
  userId: number | null;
  address: string;
  method: account.SignInMethod;
}

/** The one place that hears of every way in, taken or refused, in the transaction that decides it. */
export async function signInHappened(_tx: Tx, { log }: Context, event: SignInEvent): Promise<void> {
  log.info(event, 'sign-in');
}
