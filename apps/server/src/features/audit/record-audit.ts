import type { Tx } from '../../platform/db/database.ts';

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
 * Appends one entry, in the transaction of the change it describes, or in a transaction of its own for a refusal. The
 * transaction must see the entry's application, or all.
 */
export async function recordAudit(tx: Tx, { patient_ids = [], details = {}, ...entry }: NewAuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ ...entry, patient_ids: [...new Set(patient_ids)], details: JSON.stringify(details) })
    .execute();
}
