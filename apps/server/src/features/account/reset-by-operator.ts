import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { endWaysIn } from '../credentials/index.ts';
import { deleteSecondSteps } from '../two-step/index.ts';
import { hashPassword, setPassword } from '../users/index.ts';

export interface OperatorReset {
  email: string;
  password: string;
  /** Whether the person signs in with the password alone from now on. */
  clearsTwoStep: boolean;
}

/**
 * Sets the password of an account for whoever runs the server, and ends its sessions and every other way in. Returns null when nobody
 * who may sign in has the address.
 */
export async function resetByOperator(
  ctx: Pick<Context, 'db' | 'clock' | 'keys' | 'log'>,
  { email, password, clearsTwoStep }: OperatorReset,
): Promise<{ name: string; email: string; isSuperuser: boolean } | null> {
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(systemScope('person'), async (tx) => {
    const found = await tx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'super_user'])
      .where((of) => of.fn<string>('lower', ['email']), '=', email.toLowerCase())
      .where('deactivated_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!found?.email) return null;
    const now = ctx.clock();
    await setPassword(tx, found.id, passwordHash, now);
    await endWaysIn(tx, found.id, now);
    if (clearsTwoStep) await deleteSecondSteps(tx, found.id);
    await recordAudit(tx, ctx, {
      at: now,
      action: 'set_password',
      record_type: 'users',
      record_id: found.id,
      details: { by: 'operator', two_step: clearsTwoStep ? 'removed' : 'kept' },
    });
    return { name: found.name, email: found.email, isSuperuser: found.super_user === 1 };
  });
}
