import type { triggers } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { PagingQuery } from '@wardvoice/contract';

/** The type of the column, which was checked when it was stored. */
interface Narrowed {
  config: triggers.TriggerConfig;
}

export function listActiveTriggers(tx: Tx, applicationId: number, trigger: string) {
  return tx
    .selectFrom('triggers')
    .select(['id', 'action', 'config'])
    .$narrowType<Narrowed>()
    .where('application_id', '=', applicationId)
    .where('trigger', '=', trigger)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
}

/** Returns which of these causes have a delivery already. */
export async function listKnownCauses(
  tx: Tx,
  applicationId: number,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (causes.length === 0) return new Set();
  const rows = await tx
    .selectFrom('deliveries')
    .select('cause')
    .where('application_id', '=', applicationId)
    .where('cause', 'in', causes)
    .execute();
  return new Set(rows.map(({ cause }) => cause));
}

const columns = ['id', 'trigger', 'action', 'config', 'active', 'version'] as const;

export function listTriggers(tx: Tx, applicationId: number, { page, per_page, paginate }: PagingQuery) {
  const query = tx
    .selectFrom('triggers as t')
    .leftJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 't.application_id').on(sql<boolean>`s.id = (t.config->>'survey_id')::bigint`),
    )
    .leftJoin('pathways as w', (join) =>
      join
        .onRef('w.application_id', '=', 't.application_id')
        .on(sql<boolean>`w.id = (t.config->>'pathway_id')::bigint`),
    )
    .select(['t.id', 't.trigger', 't.action', 't.config', 't.active', 't.version'])
    .select(['s.title as survey_title', 'w.title as pathway_title'])
    .$narrowType<Narrowed>()
    .where('t.application_id', '=', applicationId)
    .orderBy('t.id');
  return fetchPage(tx, query, { page, per_page, paginate });
}

/** Returns the titles of what a trigger uses. */
async function findTitles(tx: Tx, applicationId: number, { survey_id, pathway_id }: triggers.TriggerConfig) {
  const { rows } = await sql<{ survey_title: string | null; pathway_title: string | null }>`
    select (select title from surveys where application_id = ${applicationId} and id = ${survey_id ?? null}) as survey_title,
      (select title from pathways where application_id = ${applicationId} and id = ${pathway_id ?? null}) as pathway_title`.execute(
    tx,
  );
  return onlyRow(rows);
}

export async function insertTrigger(tx: Tx, applicationId: number, { config, ...trigger }: triggers.NewTrigger) {
  const created = await tx
    .insertInto('triggers')
    .values({ ...trigger, application_id: applicationId, config: JSON.stringify(config) })
    .returning(columns)
    .$narrowType<Narrowed>()
    .executeTakeFirstOrThrow();
  return { ...created, ...(await findTitles(tx, applicationId, config)) };
}

/** Locks a trigger until this transaction ends, and returns its version. */
export async function lockTrigger(tx: Tx, applicationId: number, id: number): Promise<{ version: number }> {
  const locked = await tx
    .selectFrom('triggers')
    .select('version')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw new NotFound('This trigger');
  return locked;
}

export async function updateTrigger(
  tx: Tx,
  applicationId: number,
  id: number,
  { config, ...trigger }: triggers.NewTrigger,
) {
  const updated = await tx
    .updateTable('triggers')
    .set({ ...trigger, config: JSON.stringify(config) })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .returning(columns)
    .$narrowType<Narrowed>()
    .executeTakeFirst();
  if (!updated) throw new NotFound('This trigger');
  return { ...updated, ...(await findTitles(tx, applicationId, config)) };
}

/** Switches off the triggers with this survey; they can be switched on again. */
export async function switchOffTriggersOf(tx: Tx, applicationId: number, surveyId: number): Promise<void> {
  await sql`
    update triggers set active = false
    where application_id = ${applicationId} and active and action = 'send_survey_request'
      and config ->> 'survey_id' = ${String(surveyId)}`.execute(tx);
}

/** Counts deliveries of a trigger that wait for their time. Only deliveries that are scheduled are read. */
export async function countScheduled(
  tx: Tx,
  applicationId: number,
  id: number,
): Promise<{ scheduled: number; reminders: number }> {
  const { rows } = await sql<{ scheduled: number; reminders: number }>`
    select count(*) as scheduled, count(*) filter (where reminder > 0) as reminders from deliveries
    where application_id = ${applicationId} and state = 'scheduled' and broadcast_run_id is null
      and trigger_id = ${id}`.execute(tx);
  return onlyRow(rows);
}

export async function findTrigger(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('triggers')
    .select(['id', 'config'])
    .$narrowType<Narrowed>()
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This trigger');
  return found;
}

export async function deleteTrigger(tx: Tx, applicationId: number, id: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('triggers')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFound('This trigger');
}
