import type { Endpoint } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/database.ts';
import type { Session } from './session.ts';

/** What a handler may add to the audit entry of its call. Patients are found in the answer's `patient_id` without it. */
export class AuditNote {
  readonly patientIds = new Set<number>();
  /** Number of rows, where the answer itself does not contain them. */
  count: number | undefined;
  /** Id of the record, where neither the path nor the answer's `data` has it. */
  recordId: number | null = null;
  readonly changes: Record<string, { from: unknown; to: unknown }> = {};

  saw(rows: readonly unknown[]): void {
    for (const row of rows) {
      const { patient_id: id }: { patient_id?: unknown } = row ?? {};
      if (typeof id === 'number') this.patientIds.add(id);
    }
  }

  /**
   * Adds the old and new value of each setting that differs. Only for settings: it must never be given a patient's data or a
   * secret.
   */
  changed(before: object, after: object): void {
    const earlier = new Map<string, unknown>(Object.entries(before));
    for (const [field, to] of Object.entries(after)) {
      const from = earlier.get(field) ?? null;
      const isStillNothing = from === null && typeof to === 'object' && Object.keys(to ?? {}).length === 0;
      const isOwn = !NOT_SETTINGS.has(field) && !/secret|password|hash/.test(field);
      if (isOwn && !isStillNothing && JSON.stringify(from) !== JSON.stringify(to ?? null))
        this.changes[field] = { from, to: to ?? null };
    }
  }
}

const NOT_SETTINGS: ReadonlySet<string> = new Set(['id', 'version', 'created_at', 'updated_at']);

export interface RefusedCall {
  endpoint: Endpoint;
  session: Session;
  request: FastifyRequest;
}

export interface AuditedCall extends RefusedCall {
  answer: unknown;
  note: AuditNote;
}

/** The calls by which routes write the audit. */
export interface AuditCalls {
  /** Writes the entry in the transaction of the call, so that both are kept or neither. */
  done(tx: Tx, call: AuditedCall): Promise<void>;
  /** Called after COMMIT. */
  committed(call: AuditedCall): void;
  /** Writes that the call was not allowed (403). `reason`: the type of the error, where it has one. */
  refused(call: RefusedCall & { reason: string | null }): Promise<void>;
}
