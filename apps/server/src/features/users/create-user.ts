import type { BodyOf, users } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Forbidden, Invalid } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { listTitleOf } from './access.queries.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './ensure-first-superuser.ts';
import { isWithin } from './may-manage.ts';
import { whyNotGiveRole } from '../roles/index.ts';
import { isEmailTaken } from './people.queries.ts';
import { assignApplication, insertUser } from './users.queries.ts';

/** Makes a user, in the caller's application if one is chosen, with the permissions of their role and no others. */
export async function createUser(
  tx: Tx,
  { session, scope }: { session: Session; scope: Scope },
  { user, application_user }: BodyOf<typeof users.createUser>,
): Promise<number> {
  const seat = application_user ?? {};
  const { name, email, phone = null, password, super_user = 0 } = user;
  const errors = await checkNewUser(tx, { session, scope }, user, seat);
  const applicationId = typeof scope.applicationId === 'number' ? scope.applicationId : null;
  const wrongPassword = checkPassword(password, { name, email, applications: await listTitleOf(tx, applicationId) });
  if (wrongPassword.length > 0) errors['password'] = wrongPassword;
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const id = await insertUser(tx, { name, email, phone, password_hash: await hashPassword(password), super_user });
  if (applicationId !== null) {
    await assignApplication(tx, id, applicationId, {
      landingPage: seat.landing_page || null,
      locations: seat.locations ?? [],
      roleId: seat.role_id ?? null,
    });
  }
  return id;
}

/**
 * Returns what is wrong with a new user, by field, and throws when the caller may not make one. It locks the address: of
 * two transactions with the same one, the second waits for the first.
 */
export async function checkNewUser(
  tx: Tx,
  { session, scope }: { session: Session; scope: Scope },
  { email, super_user = 0 }: { email: string; super_user?: 0 | 1 | undefined },
  { locations = [], role_id = null }: { locations?: string[] | undefined; role_id?: number | null | undefined },
): Promise<Record<string, string[]>> {
  if (super_user === 1 && session.super_user !== 1) throw new Forbidden('Only superusers can make a superuser.');
  // Without an application the new user would not be visible to the caller.
  if (scope.applicationId === null) throw new Forbidden('Choose an application first.');
  const errors: Record<string, string[]> = {};
  if (await isEmailTaken(tx, email)) errors['email'] = [EMAIL_TAKEN];
  if (!isWithin(locations, scope.locations)) errors['application_user.locations'] = [ONLY_OWN_WARDS];
  const problem = role_id === null ? null : await whyNotGiveRole(tx, { session, scope }, role_id);
  if (problem) errors['application_user.role_id'] = [problem];
  return errors;
}

export const EMAIL_TAKEN =
  'Somebody with this e-mail address has an account already. A superuser can add them to your application.';
export const ONLY_OWN_WARDS = 'Choose at least one ward, and only wards that you see yourself.';
