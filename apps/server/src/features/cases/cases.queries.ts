import type { cases, QueryOf, ReplyInputOf } from '@wardvoice/contract';
import { sql, type NotNull, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { startingWith } from '../../platform/db/like-pattern.ts';
import { firstOf } from '../../platform/db/patient-now.ts';
import { asMinimum, fetchPageById, isOneOf, isOneOfFound } from '../../platform/db/page.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { idsFoundBy, phoneIn } from '../contacts/index.ts';
import { findPatientsBy, MAX_FOUND, meansTooMany } from '../patient-identity/index.ts';

/** Cases of the caller's wards, and those the caller was notified of. */
const visibleCases = (tx: Tx, scope: ApplicationScope) =>
  tx.selectFrom('cases as c').where('c.application_id', '=', scope.applicationId).where(isCaseOfCaller(scope));

/** The same with what is shown of them. */
function shownCases(tx: Tx, scope: ApplicationScope) {
  return visibleCases(tx, scope)
    .leftJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 'c.application_id').onRef('s.id', '=', 'c.survey_id'),
    )
    .leftJoin('feedback as f', (join) =>
      join.onRef('f.application_id', '=', 'c.application_id').onRef('f.id', '=', 'c.feedback_id'),
    )
    .leftJoin('invitations as i', (join) =>
      join.onRef('i.application_id', '=', 'f.application_id').onRef('i.id', '=', 'f.invitation_id'),
    )
    .leftJoin('inbound_texts as x', (join) =>
      join.onRef('x.application_id', '=', 'c.application_id').onRef('x.id', '=', 'c.text_id'),
    )
    .leftJoin('patients as p', (join) =>
      join.onRef('p.application_id', '=', 'c.application_id').on('p.id', '=', firstOf('i.patient_id', 'x.patient_id')),
    )
    .leftJoin('contacts as person', (join) =>
      join
        .onRef('person.application_id', '=', 'c.application_id')
        .on('person.id', '=', firstOf('i.contact_id', 'x.contact_id')),
    )
    .leftJoin('kiosks as k', (join) =>
      join.onRef('k.application_id', '=', 'i.application_id').onRef('k.id', '=', 'i.kiosk_id'),
    )
    .leftJoin('departments as d', (join) =>
      join.onRef('d.application_id', '=', 'c.application_id').onRef('d.id', '=', 'c.department_id'),
    )
    .leftJoin('case_causes as cause', (join) =>
      join.onRef('cause.application_id', '=', 'c.application_id').onRef('cause.id', '=', 'c.cause_id'),
    )
    .leftJoin('users as u', 'u.id', 'c.claimed_by_id');
}

/** SQL: case `c` is of one of the caller's wards, or the caller was notified of it. */
export const isCaseOfCaller = (scope: ApplicationScope) => sql<boolean>`(
  ${isInWards(scope, 'c.location')} or exists (
    select from inbox_items told
    where told.application_id = c.application_id and told.case_id = c.id and told.user_id = ${scope.userId}))`;

/** SQL: the case is not closed, and was due before now. */
const isOverdue = (now: Date) => sql<boolean>`(c.state <> 'closed' and coalesce(c.due_at < ${now}, false))`;

const summaryAt = (now: Date) => [...summary, isOverdue(now).as('overdue')] as const;

const summary = [
  'c.id',
  sql<cases.CaseState>`c.state`.as('state'),
  sql<cases.CaseSeverity>`c.severity`.as('severity'),
  'c.due_at',
  'c.department_id',
  'd.title as department_title',
  's.title as survey_title',
  'c.text_id',
  'c.question',
  'c.answer',
  'c.location',
  'p.id as patient_id',
  'p.given_name',
  'p.family_name',
  'person.name as contact_name',
  'k.label as kiosk_label',
  'f.score',
  'c.level',
  'c.next_level_at',
  'c.claimed_by_id',
  'u.name as claimed_by_name',
  'c.created_at',
  'c.closed_at',
  'c.cause_id',
  'cause.title as cause_title',
  'c.actions_taken',
] as const;

type Filters = QueryOf<typeof cases.listCases>;

/** SQL: the case is of somebody whom the term means, of a kiosk or of a ward. Each condition uses its own index. */
async function searchFor(tx: Tx, scope: ApplicationScope, term: string): Promise<RawBuilder<boolean>> {
  const { applicationId } = scope;
  const startsWith = startingWith(term.toLowerCase());
  // Whoever was told of a case finds it, wherever its patient lies.
  const patients = await findPatientsBy(tx, { ...scope, locations: [] }, term, MAX_FOUND);
  const contacts = idsFoundBy(scope, term, await phoneIn(tx, scope, term), MAX_FOUND);
  const answered = sql`
    select opened.id from invitations i
    join feedback f on f.application_id = i.application_id and f.invitation_id = i.id
    join cases opened on opened.application_id = f.application_id and opened.feedback_id = f.id
    where i.application_id = ${applicationId}`;
  const written = sql`
    select opened.id from inbound_texts x
    join cases opened on opened.application_id = x.application_id and opened.text_id = x.id
    where x.application_id = ${applicationId}`;
  return sql<boolean>`c.id in (
    ${answered} and ${isOneOfFound('i.patient_id', patients)}
    union all ${answered} and ${isOneOfFound('i.contact_id', contacts)}
    union all ${answered} and i.kiosk_id in (
      select k.id from kiosks k where k.application_id = ${applicationId} and lower(k.label) like ${startsWith})
    union all ${written} and ${isOneOfFound('x.patient_id', patients)}
    union all ${written} and ${isOneOfFound('x.contact_id', contacts)}
    union all select opened.id from cases opened
      where opened.application_id = ${applicationId} and lower(opened.location) like ${startsWith})`;
}

export async function listCases(
  tx: Tx,
  scope: ApplicationScope,
  { state, open, mine, overdue, severity, cause_id, department_id, term, sort, ...paging }: Filters,
  now: Date,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const found = term ? await searchFor(tx, scope, term) : null;
  const ids = visibleCases(tx, scope)
    .select('c.id')
    .$call((rows) => (state === undefined ? rows : rows.where('c.state', '=', state)))
    .$if(open === '1', (rows) => rows.where('c.state', '<>', 'closed'))
    .$if(open === '0', (rows) => rows.where('c.state', '=', 'closed'))
    .$if(mine === '1', (rows) => rows.where('c.claimed_by_id', '=', scope.userId))
    .$if(overdue === '1', (rows) => rows.where(isOverdue(now)))
    .$if(overdue === '0', (rows) => rows.where(isOverdue(now), '=', false))
    .$call((rows) => (severity === undefined ? rows : rows.where('c.severity', '=', severity)))
    .$call((rows) => (cause_id === undefined ? rows : rows.where('c.cause_id', '=', cause_id)))
    .$call((rows) => (department_id === undefined ? rows : rows.where('c.department_id', '=', department_id)))
    .$call((rows) => (found ? rows.where(found) : rows))
    // Cases without a due time come last in either direction.
    .$if(sort.endsWith('due_at'), (rows) =>
      rows.orderBy(sql`c.due_at`, (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast()),
    )
    .$if(sort.endsWith('created_at'), (rows) => rows.orderBy('c.created_at', direction))
    .orderBy('c.id', direction);
  const page = await fetchPageById(tx, ids, paging, (onPage) =>
    shownCases(tx, scope).select(summaryAt(now)).where(isOneOf('c.id', onPage)).execute(),
  );
  return asMinimum(page, await meansTooMany(tx, { ...scope, locations: [] }, term));
}

/** A case without its de-escalation survey. */
export type CaseRecord = Omit<CaseReply, 'de_escalation' | 'de_escalation_offer'>;
export type CaseReply = ReplyInputOf<typeof cases.getCase>['data'];

/** Returns one case with the address of its person, all answers and all steps. */
export async function getCase(tx: Tx, scope: ApplicationScope, id: number, now: Date): Promise<CaseRecord> {
  const found = await shownCases(tx, scope)
    .select(summaryAt(now))
    .select(['c.visit_id', 'i.message_id', 'person.id as contact_id', 'c.feedback_id'])
    .select(({ fn }) => [
      fn.coalesce('f.language', 'x.language').as('language'),
      fn.coalesce('f.submitted_at', 'x.received_at').as('answered_at'),
      fn.coalesce('p.phone', 'person.phone').as('phone'),
      fn.coalesce('p.email', 'person.email').as('email'),
    ])
    // A case has either answers or a text, and both have a time.
    .$narrowType<{ answered_at: NotNull }>()
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This case');
  const { feedback_id } = found;
  const answers = feedback_id === null ? [] : await listAnswers(tx, scope.applicationId, feedback_id);
  const steps = await listSteps(tx, scope, id);
  return { ...found, answers, steps };
}

export async function listAnswers(tx: Tx, applicationId: number, feedbackId: number): Promise<cases.CaseAnswer[]> {
  return tx
    .selectFrom('feedback_answers')
    .select([
      'category_title as category',
      'question_title as question',
      sql<string>`coalesce(answer_in_words(feedback_answers), '')`.as('answer'),
      'value',
      'escalate',
    ])
    .where('application_id', '=', applicationId)
    .where('feedback_id', '=', feedbackId)
    .orderBy('id')
    .execute();
}

async function listSteps(tx: Tx, scope: ApplicationScope, caseId: number) {
  return tx
    .selectFrom('case_steps as step')
    .leftJoin('users as u', 'u.id', 'step.user_id')
    .leftJoin('users as given', 'given.id', 'step.to_user_id')
    .select(['step.id', 'step.action', 'u.name as user_name', 'given.name as to_user_name', 'step.note', 'step.at'])
    .where('step.application_id', '=', scope.applicationId)
    .where('step.case_id', '=', caseId)
    .orderBy('step.id')
    .execute();
}

interface Step {
  case_id: number;
  action: string;
  user_id: number | null;
  /** To whom the case was given. */
  to_user_id?: number;
  note: string | null;
  at: Date;
}

/** Stores what was done about a case, and returns its id. */
export async function insertStep(tx: Tx, applicationId: number, step: Step): Promise<number> {
  const { id } = await tx
    .insertInto('case_steps')
    .values({ ...step, application_id: applicationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whether this person has noted these words since then. */
export async function findNote(
  tx: Tx,
  applicationId: number,
  { case_id, user_id, note }: Pick<Step, 'case_id' | 'user_id' | 'note'>,
  since: Date,
): Promise<boolean> {
  const found = await tx
    .selectFrom('case_steps')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('case_id', '=', case_id)
    .where('action', '=', 'note')
    .where('user_id', 'is not distinct from', user_id)
    .where('note', '=', note)
    .where('at', '>=', since)
    .executeTakeFirst();
  return found !== undefined;
}
