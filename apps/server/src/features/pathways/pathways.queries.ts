import type { pathways, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts';
import { ENROLMENT_LIFECYCLE } from './enrolment-state.ts';
import { OCCASION_STATE } from './occasion-state.ts';
import { readCourses } from './read-courses.ts';

/** SQL: the time some days after the beginning, at the same time of day by the hospital's calendar. `zone`: its time zone. */
export const daysAfter = (start: RawBuilder<unknown>, days: RawBuilder<unknown>, zone: RawBuilder<unknown>) =>
  sql<Date>`(((${start} at time zone ${zone}) + make_interval(days => ${days})) at time zone ${zone})`;

/** SQL: a person in the pathway has this step before them. One that was decided stays so, also when it is moved to a later day. */
export const isToCome = (step: string, enrolment: string) => sql<boolean>`(
    ${sql.ref(`${step}.after_days`)} > ${sql.ref(`${enrolment}.last_day`)} and not exists (
      select from pathway_occasions done
      where done.enrolment_id = ${sql.ref(`${enrolment}.id`)} and done.step_id = ${sql.ref(`${step}.id`)}))`;

const pathwaysOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('pathways as w')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('pathway_enrolments as e')
          .select([
            sql<number>`count(*) filter (where e.state = 'active')`.as('active_people'),
            sql<number>`count(*) filter (where e.state = 'completed')`.as('completed_people'),
            sql<number>`count(*) filter (where e.state = 'ended')`.as('ended_people'),
          ])
          .where('e.application_id', '=', applicationId)
          .whereRef('e.pathway_id', '=', 'w.id')
          .as('people'),
      (join) => join.onTrue(),
    )
    .select([
      'w.id',
      'w.title',
      'w.active',
      'w.version',
      sql<number[]>`array(
        select s.after_days from pathway_steps s
        where s.application_id = ${applicationId} and s.pathway_id = w.id order by s.after_days)`.as('days'),
      sql<number>`people.active_people`.as('active_people'),
      sql<number>`people.completed_people`.as('completed_people'),
      sql<number>`people.ended_people`.as('ended_people'),
    ])
    .where('w.application_id', '=', applicationId);

export function listPathways(
  tx: Tx,
  applicationId: number,
  { term, sort, ...paging }: QueryOf<typeof pathways.listPathways>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const column = sort.replace('-', '');
  const order =
    column === 'title' ? sql`lower(w.title)` : column === 'id' ? sql.ref('w.id') : sql.ref('people.active_people');
  const rows = pathwaysOf(tx, applicationId)
    .$if(Boolean(term), (from) => from.where('w.title', 'ilike', containing(term)))
    .orderBy(order, direction)
    .orderBy('w.id');
  return fetchPage(tx, rows, { ...paging, term });
}

export async function getPathway(tx: Tx, applicationId: number, id: number, now: Date): Promise<pathways.Pathway> {
  const found = await pathwaysOf(tx, applicationId).where('w.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This pathway');
  const { rows: steps } = await sql<Omit<pathways.PathwayStep, 'counts'>>`
    select s.id, s.title, s.survey_id, v.title as survey_title, s.after_days, s.window_days, s.channel, s.reminders, s.reminder_days,
      s.subject, s.text, s.only_if
    from pathway_steps s
    join surveys v on v.application_id = s.application_id and v.id = s.survey_id
    where s.application_id = ${applicationId} and s.pathway_id = ${id}
    order by s.after_days`.execute(tx);
  const counts = await countOccasions(
    tx,
    applicationId,
    steps.map((step) => step.id),
    now,
  );
  const { rows: begun } = await sql<{ id: number }>`
    select id from triggers
    where application_id = ${applicationId} and action = 'begin_pathway' and config ->> 'pathway_id' = ${String(id)}
    order by id`.execute(tx);
  return {
    ...found,
    steps: steps.map((step) => ({ ...step, counts: counts.get(step.id) ?? NOBODY })),
    scores: await readCourses(tx, applicationId, steps),
    trigger_ids: begun.map((trigger) => trigger.id),
  };
}

const NOBODY: pathways.StepCounts = {
  asked: 0,
  answered: 0,
  open: 0,
  unanswered: 0,
  not_sent: 0,
  skipped: 0,
  missed: 0,
};

async function countOccasions(
  tx: Tx,
  applicationId: number,
  stepIds: readonly number[],
  now: Date,
): Promise<Map<number, pathways.StepCounts>> {
  const { rows } = await sql<{ step_id: number; state: pathways.OccasionState; count: number }>`
    select step_id, state, count(*) as count from (
      select o.step_id, ${OCCASION_STATE(now)} as state
      from pathway_occasions o
      left join invitations i on i.application_id = o.application_id and i.occasion_id = o.id
      where o.application_id = ${applicationId} and o.step_id = any(${stepIds}::bigint[])
    ) decided
    group by step_id, state`.execute(tx);
  const counts = new Map<number, pathways.StepCounts>();
  for (const { step_id, state, count } of rows) {
    const of = counts.get(step_id) ?? { ...NOBODY };
    counts.set(step_id, of);
    if (state === 'skipped' || state === 'missed') of[state] = count;
    else {
      of.asked += count;
      if (state === 'answered' || state === 'unanswered' || state === 'not_sent') of[state] = count;
      else of.open = count;
    }
  }
  return counts;
}

/** Locks the row until the end of the transaction, before which nobody else saves the pathway or asks a step of it. */
export async function lockPathway(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('pathways')
    .select(['id', 'title', 'active', 'version'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This pathway');
  return found;
}

type Plan = Omit<pathways.NewPathway, 'steps'>;

export async function insertPathway(
  tx: Tx,
  applicationId: number,
  { title, active }: Plan,
  steps: readonly pathways.NewStep[],
  now: Date,
): Promise<number> {
  await refuseTwice(tx, applicationId, title);
  const { id } = await tx
    .insertInto('pathways')
    .values({ application_id: applicationId, title, active, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveSteps(tx, applicationId, id, steps);
  return id;
}

/** Saves a pathway whose row the caller has locked. People who are in it follow the new plan from their next step on. */
export async function replacePathway(
  tx: Tx,
  applicationId: number,
  id: number,
  { title, active }: Plan,
  steps: readonly pathways.NewStep[],
  now: Date,
): Promise<void> {
  await refuseTwice(tx, applicationId, title, id);
  await tx
    .updateTable('pathways')
    .set({ title, active })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
  await saveSteps(tx, applicationId, id, steps);
  await planAnew(tx, applicationId, id, now);
}

async function saveSteps(tx: Tx, applicationId: number, pathwayId: number, steps: readonly pathways.NewStep[]) {
  const kept = steps.flatMap(({ id }) => id ?? []);
  await sql`
    delete from pathway_steps
    where application_id = ${applicationId} and pathway_id = ${pathwayId} and not id = any(${kept}::bigint[])`.execute(
    tx,
  );
  for (const { id, only_if, ...columns } of steps) {
    const row = { ...columns, only_if: only_if && JSON.stringify(only_if) };
    if (id === null)
      await tx
        .insertInto('pathway_steps')
        .values({ ...row, application_id: applicationId, pathway_id: pathwayId })
        .execute();
    else {
      const { numUpdatedRows } = await tx
        .updateTable('pathway_steps')
        .set(row)
        .where('application_id', '=', applicationId)
        .where('pathway_id', '=', pathwayId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Conflict('Somebody has removed a step of this pathway. Load it again.');
    }
  }
}

/**
 * Sets when the next step of each person in the pathway is due. A step that was moved to before the last one that was decided is not
 * asked any more. Whoever has no step left has completed the pathway.
 */
async function planAnew(tx: Tx, applicationId: number, pathwayId: number, now: Date): Promise<void> {
  await sql`
    update pathway_enrolments e
    set next_due_at = planned.due_at, put_off = null,
      state = case when planned.due_at is null then ${ENROLMENT_LIFECYCLE.last_step_decided.active} else e.state end,
      ended_at = case when planned.due_at is null then ${now}::timestamptz end
    from (
      select one.id, (
        select ${daysAfter(sql`one.started_at`, sql`min(s.after_days)`, sql`a.time_zone`)} from pathway_steps s
        where s.application_id = ${applicationId} and s.pathway_id = one.pathway_id and ${isToCome('s', 'one')}) as due_at
      from pathway_enrolments one
      join applications a on a.id = one.application_id
      where one.application_id = ${applicationId} and one.pathway_id = ${pathwayId} and one.state = 'active'
    ) planned
    where e.id = planned.id and e.state = 'active'
      -- what was put off to a later day of its window stays so
      and (planned.due_at is null or e.put_off is null and planned.due_at <> e.next_due_at
        or e.put_off is not null and planned.due_at > e.next_due_at)`.execute(tx);
}

async function refuseTwice(tx: Tx, applicationId: number, title: string, exceptId = 0) {
  const found = await tx
    .selectFrom('pathways')
    .select('id')
    .where('application_id', '=', applicationId)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  if (found) throw new Invalid({ title: ['There is a pathway of this title already.'] });
}

/** Deletes a pathway that the caller has locked. Throws Conflict when somebody was in it, or a trigger begins it. */
export async function deletePathway(tx: Tx, applicationId: number, id: number): Promise<void> {
  const { rows } = await sql<{ used: boolean; begun: boolean }>`
    select exists (select from pathway_enrolments where application_id = ${applicationId} and pathway_id = ${id}) as used,
      exists (
        select from triggers where application_id = ${applicationId} and action = 'begin_pathway'
          and config ->> 'pathway_id' = ${String(id)}) as begun`.execute(tx);
  if (rows[0]?.used) throw new Conflict('People were in this pathway, so it stays for its answers. Switch it off.');
  if (rows[0]?.begun) throw new Conflict('A trigger begins this pathway. Change or remove the trigger first.');
  await tx.deleteFrom('pathways').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

/** Returns the pathway with this id, of which a trigger or a person makes use; null when there is none. */
export async function findPathway(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('pathways as w')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('pathway_steps as s')
          .select(['s.survey_id', 's.channel', 's.after_days'])
          .where('s.application_id', '=', applicationId)
          .whereRef('s.pathway_id', '=', 'w.id')
          .orderBy('s.after_days')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['w.id', 'w.title', 'w.active', 'first.survey_id', 'first.channel', 'first.after_days'])
    .where('w.application_id', '=', applicationId)
    .where('w.id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}
