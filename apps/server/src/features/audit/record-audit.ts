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
  /** As it is now; kept when the person is gone. */
  user_name?: string | null;
  session_id?: number | null;
  /** IP address */
  address?: string | null;
  refused?: boolean;
  patient_ids?: readonly number[];
  /** Names, counts and settings; never a patient's data or a secret. */
  details?: object;
}

/**
 * Appends one entry. In the transaction of what it tells of, or in one of its own for what was refused. The transaction
 * must see the entry's application, or all.
 */
export async function recordAudit(tx: Tx, { patient_ids = [], details = {}, ...entry }: NewAuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ ...entry, patient_ids: [...new Set(patient_ids)], details: JSON.stringify(details) })
    .execute();
}
