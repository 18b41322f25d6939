import { systemClock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAudit, type AuditContext } from '../audit/index.ts';

/** Writes into the audit that keys were replaced, retired or given up. `details` names them. */
export const auditKeyChange = (
  tx: Tx,
  ctx: AuditContext,
  action: 'rotate' | 'retire' | 'give_up',
  details: { data_key: string; secret_key?: string },
): Promise<void> => recordAudit(tx, ctx, { at: systemClock(), action, record_type: 'data_keys', details });
