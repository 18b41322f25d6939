import type { triggers } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { onlyRow } from '../../../platform/db/only-row.ts';
import { isInWards } from '../../../platform/db/within-wards.ts';
import { NotFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Tried } from './suppose.ts';

type State = triggers.TrialState;

/** A decision as it is stored: whom it is about is looked up when it is shown. */
export type StoredDecision = Omit<triggers.PreviewDecision, 'given_name' | 'family_name'>;
export type StoredOutcome = Omit<triggers.TrialOutcome, 'decisions'> & { decisions: StoredDecision[] };

export interface TrialRow {
  id: number;
  rule: Tried;
  /** Wards of whoever asked; empty means all. */
  wards: string[];
  days: number;
  state: State;
  attempts: number;
  expected: number;
  examined: number;
  outcome: StoredOutcome | null;
  asked_at: Date;
  finished_at: Date | null;
}

/** What can change in a trial beside its state. */
export type TrialChanges = Partial<Pick<TrialRow, 'attempts' | 'expected' | 'examined' | 'outcome' | 'finished_at'>> & {
  started_at?: Date;
};

const COLUMNS = sql`t.id, t.rule, t.wards, t.days, t.state, t.attempts, t.expected, t.examined, t.outcome, t.asked_at, t.finished_at`;

/** Returns a trial to somebody who sees all wards that it counts. */
export async function getTrial(tx: Tx, scope: Scope, applicationId: number, id: number): Promise<TrialRow> {
  const { locations } = scope;
  const { rows } = await sql<TrialRow>`
    select ${COLUMNS} from trigger_trials t
    where t.application_id = ${applicationId} and t.id = ${id}
      and (${locations.length === 0} or t.wards <> '{}' and t.wards <@ ${locations}::text[])`.execute(tx);
  if (!rows[0]) throw new NotFound('This trial');
  return rows[0];
}

export const lockTrial = async (tx: Tx, applicationId: number, id: number): Promise<TrialRow | undefined> =>
  (
    await sql<TrialRow>`
      select ${COLUMNS} from trigger_trials t where t.application_id = ${applicationId} and t.id = ${id} for update`.execute(
      tx,
    )
  ).rows[0];

/** Returns the ids of trials that are not over, and which of them are the same as this one. */
export async function listUnderWay(
  tx: Tx,
  { applicationId, wards, rule, days }: { applicationId: number; wards: readonly string[]; rule: Tried; days: number },
): Promise<{ id: number; is_same: boolean }[]> {
  const { rows } = await sql<{ id: number; is_same: boolean }>`
    select id, rule = ${JSON.stringify(rule)}::jsonb and days = ${days} and wards = ${wards}::text[] as is_same
    from trigger_trials where application_id = ${applicationId} and state in ('waiting', 'running')
    order by id`.execute(tx);
  return rows;
}

export async function insertTrial(
  tx: Tx,
  trial: {
    applicationId: number;
    userId: number | null;
    wards: readonly string[];
    rule: Tried;
    days: number;
    now: Date;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into trigger_trials (application_id, asked_by, wards, rule, days, asked_at)
    values (${trial.applicationId}, ${trial.userId}, ${trial.wards}::text[], ${JSON.stringify(trial.rule)}::jsonb, ${trial.days}, ${trial.now})
    returning id`.execute(tx);
  return onlyRow(rows).id;
}

/** Changes the trial if it is in this state. Only trial-state.ts names another state. */
export async function updateTrials(
  tx: Tx,
  id: number,
  from: State,
  { outcome, ...changes }: TrialChanges & { state: State },
): Promise<boolean> {
  const moved = await tx
    .updateTable('trigger_trials')
    .set({ ...changes, ...(outcome ? { outcome: JSON.stringify(outcome) } : {}) })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .execute();
  return moved.length > 0;
}

/** Notes how far the attempt is. Returns false where it is over, or another attempt has begun. */
export async function recordExamined(
  tx: Tx,
  { id, attempts }: Pick<TrialRow, 'id' | 'attempts'>,
  examined: number,
): Promise<boolean> {
  const moved = await tx
    .updateTable('trigger_trials')
    .set({ examined })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .returning('id')
    .execute();
  return moved.length > 0;
}

export interface Named {
  id: number;
  patient_id: number | null;
  given_name: string | null;
  family_name: string | null;
}

/** Returns whom messages are about, as far as the caller may see them. */
export async function listNamesOf(
  tx: Tx,
  scope: Scope,
  applicationId: number,
  messageIds: readonly number[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, patient_id, given_name, family_name from hl7_messages
    where application_id = ${applicationId} and id = any(${messageIds}::bigint[]) and ${isInWards(scope, 'location')}`.execute(
    tx,
  );
  return rows;
}

/** Deletes trials of all applications that were asked for before this time. */
export async function deleteOldTrials(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('trigger_trials').where('asked_at', '<', before).execute();
}
