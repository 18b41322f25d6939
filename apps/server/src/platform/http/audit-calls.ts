import type { Endpoint } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/database.ts';
import type { Session } from './session.ts';

/** What a handler may add to the entry of its call. Patients are found by themselves where the answer has `patient_id`. */
export class AuditNote {
  readonly patientIds = new Set<number>();
  /** Rows, where the answer does not hold them. */
  count: number | undefined;
  readonly changes: Record<string, { from: unknown; to: unknown }> = {};

  saw(rows: readonly unknown[]): void {
    for (const row of rows) {
      const id = (row as { patient_id?: unknown } | null)?.patient_id;
      if (typeof id === 'number') this.patientIds.add(id);
    }
  }

  /** Old and new value of each setting that differs. Only for settings: never with a patient's data or a secret. */
  changed(before: object, after: object): void {
    for (const [field, to] of Object.entries(after)) {
      const from = (before as Record<string, unknown>)[field] ?? null;
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

/** The audit, as the routes see it. */
export interface AuditCalls {
  /** In the transaction of the call: both are kept, or neither. */
  done(tx: Tx, call: AuditedCall): Promise<void>;
  /** After COMMIT. */
  committed(call: AuditedCall): void;
  /** The call was not allowed (403). */
  refused(call: RefusedCall): Promise<void>;
}
