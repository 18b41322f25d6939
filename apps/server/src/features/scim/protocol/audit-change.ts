import type { Context } from '../../../platform/context.ts';
import { systemScope } from '../../../platform/scope.ts';
import { recordAudit, type NewAuditEntry } from '../../audit/index.ts';
import type { UsableToken } from '../tokens/tokens.queries.ts';
import type { ScimCall } from './scim-call.ts';

interface Audited {
  token: UsableToken;
  /** IP address of the provider. */
  address: string;
  action: 'create' | 'update' | 'delete';
  record_type: 'users' | 'roles';
  record_id: number | null;
}

/** The token is who acted: nobody of the hospital made the call. */
const entryOf = ({ clock }: Context, { token, ...audited }: Audited): NewAuditEntry => ({
  ...audited,
  at: clock(),
  application_id: token.application_id,
  user_name: `${token.name} (SCIM)`,
});

/** Writes a change into the audit, in its transaction. A request that changes nothing, such as one sent twice, is no change. */
export async function auditChange({ tx, ctx, token, note }: ScimCall, audited: Audited): Promise<void> {
  const { changes } = note;
  if (Object.keys(changes).length === 0) return;
  await recordAudit(tx, ctx, { ...entryOf(ctx, audited), details: { scim_token_id: token.id, changes } });
}

/** Writes that a change was not allowed (403). */
export async function auditRefusal(ctx: Context, audited: Audited, reason: string): Promise<void> {
  await ctx.db.transaction(systemScope('audit'), (tx) =>
    recordAudit(tx, ctx, {
      ...entryOf(ctx, audited),
      refused: true,
      details: { scim_token_id: audited.token.id, reason },
    }),
  );
}
