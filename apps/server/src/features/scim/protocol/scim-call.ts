import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { AuditNote } from '../../../platform/http/audit-calls.ts';
import type { UsableToken } from '../tokens/tokens.queries.ts';

/** One request of an identity provider, in its transaction. */
export interface ScimCall {
  tx: Tx;
  ctx: Context;
  token: UsableToken;
  /** For what the audit says of the change. */
  note: AuditNote;
  /** False: who is added chooses a password by a link that is sent to them. */
  hasSingleSignOn: boolean;
}

/** The key of a person in the tables of this slice. */
export const keyOf = ({ token }: Pick<ScimCall, 'token'>, user_id: number) => ({
  application_id: token.application_id,
  user_id,
});
