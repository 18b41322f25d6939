import type { Tx } from '../../platform/db/database.ts';
import { nextEntryId, type AuditContext } from './entry-ids.ts';
import { insertEntry } from './record.queries.ts';
import { auditKey, signEntry } from './sign-entry.ts';

export interface NewAuditEntry {
  at: Date;
  /** A verb: "sign_in", "update". */
  action: string;
  /** Kind of the record, spelled as in the path of the API: "sessions". */
  record_type: string;
  record_id?: number | null;
  application_id?: number | null;
  user_id?: number | null;
  /** The name when the entry was written; it stays after the user is deleted. */
  user_name?: string | null;
  session_id?: number | null;
  /** IP address. */
  address?: string | null;
  refused?: boolean;
  patient_ids?: readonly number[];
  /** Names, counts and settings; never a patient's data or a secret. */
  details?: object;
}

/**
 * Appends one entry with its signature, in the transaction of the change it describes, or in a transaction of its own for
 * a refusal. The transaction must see the entry's application, or all.
 */
export async function recordAudit(tx: Tx, ctx: AuditContext, entry: NewAuditEntry): Promise<void> {
  const { at, patient_ids = [] } = entry;
  const details: unknown = JSON.parse(JSON.stringify(entry.details ?? {}));
  const written = {
    id: await nextEntryId(tx, ctx),
    application_id: entry.application_id ?? null,
    user_id: entry.user_id ?? null,
    user_name: entry.user_name ?? null,
    session_id: entry.session_id ?? null,
    address: entry.address ?? null,
    action: entry.action,
    record_type: entry.record_type,
    record_id: entry.record_id ?? null,
    refused: entry.refused ?? false,
    patient_ids: [...new Set(patient_ids)],
    details,
  };
  const { key, name } = auditKey(ctx.keys.current);
  const mac = signEntry(key, { ...written, at_us: at.getTime() * 1_000 });
  await insertEntry(tx, { ...written, at, mac, mac_key: name });
}
