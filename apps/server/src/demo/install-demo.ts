import { insertMissingPermissions } from '../features/permissions/index.ts';
import { refreshBuiltInRoles } from '../features/roles/index.ts';
import { learnNightly } from '../features/tag-suggestions/index.ts';
import { hashPassword, insertUser } from '../features/users/index.ts';
import type { Context } from '../platform/context.ts';
import { lockFor, type Tx } from '../platform/db/database.ts';
import { systemScope } from '../platform/scope.ts';
import { HOSPITALS } from './demo-hospitals.ts';
import { DEMO_USERS, emailOf, PASSWORD, SUPERUSER } from './demo-users.ts';
import { installHospital } from './install-hospital.ts';
import { installAudit } from './install-audit.ts';
import { installLists } from './install-lists.ts';
import { installRecovery } from './install-recovery.ts';
import { installSettings } from './install-settings.ts';
import { installYear } from './year/install-year.ts';

export interface Demo {
  /** False when the sample hospitals existed already. */
  isNew: boolean;
  logIns: { email: string; password: string; who: string }[];
}

/** The seed of the first hospital; the others have the next ones. */
const SEED = 2026;

/** Makes the sample hospitals once: their people and settings, and a year of their work. */
export async function installDemo(ctx: Context): Promise<Demo> {
  const passwordHash = await hashPassword(PASSWORD);
  const isNew = await ctx.db.transaction(systemScope('example'), async (tx) => {
    await lockFor(tx, 'install-demo');
    const existing = await tx.selectFrom('users').select('id').where('email', '=', SUPERUSER.email).executeTakeFirst();
    if (existing) return false;
    await installAll(tx, ctx, passwordHash);
    return true;
  });
  // What its people have tagged in that year.
  if (isNew) await learnNightly(ctx);
  return { isNew, logIns: listLogIns() };
}

async function installAll(tx: Tx, ctx: Context, passwordHash: string): Promise<void> {
  await insertMissingPermissions(tx);
  await refreshBuiltInRoles(tx);
  const { name, email } = SUPERUSER;
  await insertUser(tx, { name, email, password_hash: passwordHash, super_user: 1 });
  for (const [index, hospital] of HOSPITALS.entries()) {
    const installed = await installHospital(tx, ctx, hospital, passwordHash);
    await installYear(tx, ctx, installed, SEED + index);
    await installRecovery(tx, ctx, installed, SEED + index);
    await installLists(tx, ctx, installed);
    await installSettings(tx, ctx, installed);
    await installAudit(tx, ctx, installed, SEED + index);
  }
}

function listLogIns(): Demo['logIns'] {
  const [main] = HOSPITALS;
  const of = ({ hospital, who }: (typeof DEMO_USERS)[number]) =>
    hospital === main ? who : `${hospital.title}: ${who}`;
  const people = DEMO_USERS.map((user) => ({ email: emailOf(user), password: PASSWORD, who: of(user) }));
  return [{ email: SUPERUSER.email, password: PASSWORD, who: SUPERUSER.who }, ...people];
}
