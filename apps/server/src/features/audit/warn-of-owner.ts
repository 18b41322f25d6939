import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { isOwnedByProgram } from './verification.queries.ts';

/**
 * Warns of an installation in which one role of the database does everything. It works, but whoever has the password of that
 * role can switch off the triggers that refuse changes of the audit.
 */
export async function warnOfOwner(ctx: Context): Promise<void> {
  if (await ctx.db.transaction(systemScope('audit'), isOwnedByProgram))
    ctx.log.warn(
      'the role of DATABASE_URL owns the tables, so it could switch off what protects the audit: ' +
        'docs/operations.md says how to give them an owner of their own (DATABASE_OWNER_URL)',
    );
}
