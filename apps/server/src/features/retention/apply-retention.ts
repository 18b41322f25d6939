import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { forgetRevisions } from '../surveys/index.ts';
import { forgetReceipts, RECEIPTS_KEPT_DAYS } from '../deliveries/index.ts';
import { forgetImports } from '../messages/index.ts';

export const APPLY_RETENTION = 'apply-retention';

const IDS_AT_ONCE = 5_000;
const PATIENTS_AT_ONCE = 200;
const IMPORTS_KEPT_DAYS = 7;

interface Rules {
  id: number;
  raw_retention_days: number | null;
  personal_retention_days: number | null;
}

/**
 * Each night: removes wordings of surveys that no open link needs and the names of files that were imported, and for
 * applications that say so the text of old messages, and who patients of long ago were.
 */
export async function applyRetention(house: Context): Promise<void> {
  const revisions = await house.db.transaction(SYSTEM_SCOPE, (tx) => forgetRevisions(tx, house.clock()));
  if (revisions > 0) house.log.info({ revisions }, 'earlier wordings of surveys that nobody can answer were removed');
  await house.db.transaction(SYSTEM_SCOPE, (tx) => forgetImports(tx, before(house, IMPORTS_KEPT_DAYS)));
  await house.db.transaction(SYSTEM_SCOPE, (tx) => forgetReceipts(tx, before(house, RECEIPTS_KEPT_DAYS)));
  const rules = await house.db.transaction(SYSTEM_SCOPE, listRules);
  for (const { id, raw_retention_days: rawDays, personal_retention_days: personalDays } of rules) {
    // A message's text says whom it is about.
    const days = Math.min(rawDays ?? Infinity, personalDays ?? Infinity);
    const texts = await removeTexts(house, id, before(house, days));
    const patients = personalDays === null ? 0 : await removePatients(house, id, before(house, personalDays));
    if (texts + patients > 0) house.log.info({ application: id, texts, patients }, 'retention removed old data');
  }
}

const before = (house: Context, days: number): Date =>
  DateTime.fromJSDate(house.clock(), { zone: 'utc' }).minus({ days }).toJSDate();

function listRules(tx: Tx): Promise<Rules[]> {
  return tx
    .selectFrom('applications')
    .select(['id', 'raw_retention_days', 'personal_retention_days'])
    .where((where) =>
      where.or([where('raw_retention_days', 'is not', null), where('personal_retention_days', 'is not', null)]),
    )
    .execute();
}

/** What has not been processed yet is never touched. The hash stays, so that the same message again is still known. */
async function removeTexts(house: Context, applicationId: number, until: Date): Promise<number> {
  const old = sql`application_id = ${applicationId} and received_at < ${until} and raw_removed_at is null and state <> 'received'`;
  const range = await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const { rows } = await sql<{ first: number | null; last: number }>`
      select min(id) as first, max(id) as last from hl7_messages where ${old}`.execute(tx);
    return rows[0];
  });
  if (!range || range.first === null) return 0;
  let removed = 0;
  for (let from = range.first; from <= range.last; from += IDS_AT_ONCE) {
    removed += await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
      const { numAffectedRows } = await sql`
        update hl7_messages set raw = ''::bytea, corrected = null, raw_removed_at = ${house.clock()}
        where id >= ${from} and id < ${from + IDS_AT_ONCE} and ${old}`.execute(tx);
      return Number(numAffectedRows ?? 0);
    });
  }
  return removed;
}

async function removePatients(house: Context, applicationId: number, until: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
      const ids = await lockForgettable(tx, applicationId, until, PATIENTS_AT_ONCE);
      if (ids.length > 0) await forget(tx, applicationId, ids, house.clock());
      return ids.length;
    });
    removed += batch;
    if (batch < PATIENTS_AT_ONCE) return removed;
  }
}

/** Nothing has been heard of them since, they are not in the house, nobody is following up a case, and nothing is to be sent. */
async function lockForgettable(tx: Tx, applicationId: number, until: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from patients p
    where p.application_id = ${applicationId} and p.merged_into_id is null and p.facts_at < ${until}
      and (p.removed_at is null or p.removed_at < p.facts_at)
      and not exists (
        select from hl7_messages m where m.application_id = p.application_id and m.patient_id = p.id
          and (m.received_at >= ${until} or m.event_at >= ${until}))
      and not exists (
        select from visits v where v.application_id = p.application_id and v.patient_id = p.id and v.state = 'open')
      and not exists (
        select from deliveries d where d.application_id = p.application_id and d.patient_id = p.id
          and (d.state in ('scheduled', 'sending') or d.created_at >= ${until}))
      and not exists (
        select from cases c join visits v on v.id = c.visit_id
        where c.application_id = p.application_id and c.state <> 'closed' and v.patient_id = p.id)
    order by p.id limit ${limit}
    for update of p skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Figures stay, the person goes. Who has died, or is protected, keeps the number that says so and nothing else: a late
 * message must not make a stranger of them, and write to their family. Opt-outs stay too.
 */
async function forget(tx: Tx, applicationId: number, ids: readonly number[], now: Date): Promise<void> {
  const theirs = sql`application_id = ${applicationId} and patient_id = any(${ids}::bigint[])`;
  await sql`
    update hl7_messages set
      raw = ''::bytea, corrected = null, raw_removed_at = coalesce(raw_removed_at, ${now}), patient_identifier = null,
      visit_number = null, given_name = null, family_name = null, birth_date = null, phone_home = null, phone = null, email = null
    where ${theirs}`.execute(tx);
  await sql`update visits set visit_number = null where ${theirs}`.execute(tx);
  await sql`update deliveries set recipient = null, subject = null, text = '', payload = null where ${theirs}`.execute(
    tx,
  );
  await sql`update inbound_texts set from_address = '', subject = null, text = '', reply = null where ${theirs}`.execute(
    tx,
  );
  await sql`update invitations set draft = null where ${theirs}`.execute(tx);
  await sql`
    delete from patient_identifiers i using patients p
    where i.application_id = ${applicationId} and i.patient_id = p.id and p.id = any(${ids}::bigint[])
      and not p.deceased and not p.protected`.execute(tx);
  // What a merge of theirs moved holds facts of them, and can no longer be undone.
  await sql`
    update patient_merges set moved = '{}'::jsonb, undone_at = coalesce(undone_at, ${now})
    where application_id = ${applicationId} and (survivor_id = any(${ids}::bigint[]) or gone_id = any(${ids}::bigint[]))`.execute(
    tx,
  );
  await sql`
    update identity_conflicts set identifiers = '[]'::jsonb
    where application_id = ${applicationId} and patient_ids && ${ids}::bigint[]`.execute(tx);
  await sql`
    update patients set
      identifier = case when (deceased or protected) and merged_into_id is null then identifier else '' end,
      given_name = null, family_name = null, birth_date = null, phone = null, email = null, removed_at = ${now}
    where application_id = ${applicationId} and (id = any(${ids}::bigint[]) or merged_into_id = any(${ids}::bigint[]))`.execute(
    tx,
  );
}
