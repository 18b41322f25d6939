import { destinations, webhooks } from '@wardvoice/contract';
import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forgetIdempotencyKeys } from '../../platform/http/idempotency.ts';
import { inTurns } from '../../platform/jobs/in-turns.ts';
import { systemScope } from '../../platform/scope.ts';
import { forgetConsentOf, forgetTextsOf } from '../consent/index.ts';
import { forgetForwarded } from '../destinations/index.ts';
import { forgetDeliveriesOf } from '../deliveries/index.ts';
import { forgetInvitationsOf } from '../invitations/index.ts';
import { findRangeOfTexts, forgetImports, forgetMessagesOf, forgetTexts } from '../messages/index.ts';
import { forgetEnrolmentsOf } from '../pathways/index.ts';
import { forgetPatients } from '../patient-identity/index.ts';
import { forgetReceipts, RECEIPTS_KEPT_DAYS } from '../receipts/index.ts';
import { forgetRevisions } from '../surveys/index.ts';
import { deleteOldTrials } from '../triggers/index.ts';
import { forgetWebhookEvents } from '../webhooks/index.ts';

export const APPLY_RETENTION = 'apply-retention';

const IDS_AT_ONCE = 5_000;
const PATIENTS_AT_ONCE = 200;
const IMPORTS_KEPT_DAYS = 7;
const TRIALS_KEPT_DAYS = 30;

interface Rules {
  id: number;
  raw_retention_days: number | null;
  personal_retention_days: number | null;
}

/**
 * Runs each night. Deletes wordings of surveys that no open link needs, the names of imported files, old
 * trials of triggers, and old entries of the logs of webhooks and destinations. For applications with a retention setting it deletes the text of old messages, and who patients of long ago were.
 */
export async function applyRetention(ctx: Context): Promise<void> {
  const revisions = await ctx.db.transaction(systemScope('every application'), (tx) =>
    forgetRevisions(tx, ctx.clock()),
  );
  if (revisions > 0) ctx.log.info({ revisions }, 'earlier wordings of surveys that nobody can answer were removed');
  await ctx.db.transaction(systemScope('every application'), (tx) => forgetImports(tx, before(ctx, IMPORTS_KEPT_DAYS)));
  await ctx.db.transaction(systemScope('every application'), (tx) =>
    forgetReceipts(tx, before(ctx, RECEIPTS_KEPT_DAYS)),
  );
  await ctx.db.transaction(systemScope('every application'), (tx) => forgetIdempotencyKeys(tx, ctx.clock()));
  await ctx.db.transaction(systemScope('every application'), (tx) =>
    deleteOldTrials(tx, before(ctx, TRIALS_KEPT_DAYS)),
  );
  await forgetWebhookEvents(ctx, before(ctx, webhooks.KEPT_DAYS));
  await forgetForwarded(ctx, before(ctx, destinations.KEPT_DAYS));
  const rules = await ctx.db.transaction(systemScope('every application'), listRules);
  await inTurns(rules, async ({ id, raw_retention_days: rawDays, personal_retention_days: personalDays }) => {
    // The text of a message identifies its patient, so it is deleted at the latest with the patient.
    const days = Math.min(rawDays ?? Infinity, personalDays ?? Infinity);
    const texts = await removeTexts(ctx, id, before(ctx, days));
    const patients = personalDays === null ? 0 : await removePatients(ctx, id, before(ctx, personalDays));
    if (texts + patients > 0) ctx.log.info({ application: id, texts, patients }, 'retention removed old data');
    return false;
  });
}

const before = (ctx: Context, days: number): Date =>
  DateTime.fromJSDate(ctx.clock(), { zone: 'utc' }).minus({ days }).toJSDate();

function listRules(tx: Tx): Promise<Rules[]> {
  return tx
    .selectFrom('applications')
    .select(['id', 'raw_retention_days', 'personal_retention_days'])
    .where((where) =>
      where.or([where('raw_retention_days', 'is not', null), where('personal_retention_days', 'is not', null)]),
    )
    .execute();
}

async function removeTexts(ctx: Context, applicationId: number, until: Date): Promise<number> {
  const range = await ctx.db.transaction(systemScope('every application'), (tx) =>
    findRangeOfTexts(tx, applicationId, until),
  );
  if (!range) return 0;
  let removed = 0;
  for (let first = range.first; first <= range.last; first += IDS_AT_ONCE) {
    const piece = { until, now: ctx.clock(), first, end: first + IDS_AT_ONCE };
    removed += await ctx.db.transaction(systemScope('every application'), (tx) =>
      forgetTexts(tx, applicationId, piece),
    );
  }
  return removed;
}

async function removePatients(ctx: Context, applicationId: number, until: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await ctx.db.transaction(systemScope('every application'), async (tx) => {
      const ids = await lockForgettable(tx, applicationId, until, PATIENTS_AT_ONCE);
      if (ids.length > 0) await forget(tx, applicationId, ids, ctx.clock());
      return ids.length;
    });
    removed += batch;
    if (batch < PATIENTS_AT_ONCE) return removed;
  }
}

/**
 * Locks patients who may be forgotten: no recent message, no open visit, no waiting or recent delivery, no pathway in which a step is
 * to come, no open case, and no legal hold. A pathway that is switched off keeps nobody.
 */
async function lockForgettable(tx: Tx, applicationId: number, until: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from patients p
    where p.application_id = ${applicationId} and p.merged_into_id is null and p.facts_at < ${until}
      and (p.removed_at is null or p.removed_at < p.facts_at)
      and not exists (
        select from legal_holds h join patients held on held.id = h.patient_id
        where h.application_id = p.application_id and h.released_at is null
          and coalesce(held.merged_into_id, held.id) = p.id)
      and not exists (
        select from hl7_messages m where m.application_id = p.application_id and m.patient_id = p.id
          and (m.received_at >= ${until} or m.event_at >= ${until}))
      and not exists (
        select from visits v where v.application_id = p.application_id and v.patient_id = p.id and v.state = 'open')
      and not exists (
        select from deliveries d where d.application_id = p.application_id and d.patient_id = p.id
          and (d.state in ('scheduled', 'sending') or d.created_at >= ${until}))
      and not exists (
        select from pathway_enrolments e
        join pathways w on w.application_id = e.application_id and w.id = e.pathway_id and w.active
        where e.application_id = p.application_id and e.state = 'active' and e.patient_id = any(array(
          select p.id
          union all
          select gone.id from patients gone where gone.application_id = p.application_id and gone.merged_into_id = p.id)))
      and not exists (
        select from cases c join visits v on v.id = c.visit_id
        where c.application_id = p.application_id and c.state <> 'closed' and v.patient_id = p.id)
    order by p.id limit ${limit}
    for update of p skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes the personal data of these patients. Figures and opt-outs stay. */
async function forget(tx: Tx, applicationId: number, ids: readonly number[], now: Date): Promise<void> {
  await forgetMessagesOf(tx, applicationId, ids, now);
  await forgetPatients(tx, applicationId, ids, now);
  await forgetDeliveriesOf(tx, applicationId, ids);
  await forgetTextsOf(tx, applicationId, ids);
  await forgetConsentOf(tx, applicationId, { patientIds: ids });
  await forgetInvitationsOf(tx, applicationId, ids);
  await forgetEnrolmentsOf(tx, applicationId, ids, now);
}
