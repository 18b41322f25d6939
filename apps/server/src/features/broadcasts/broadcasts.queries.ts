import type { broadcasts, QueryOf } from '@wardvoice/contract';
import { sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { Broadcasts } from '../../platform/db/schema.gen.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { contactsCount, countMembers, countUnreachable } from '../mailing-lists/index.ts';

const broadcastsOf = (tx: Tx, scope: ApplicationScope, surveyId: number) =>
  tx
    .selectFrom('broadcasts as b')
    .innerJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 'b.application_id').onRef('s.id', '=', 'b.survey_id'),
    )
    .leftJoin('mailing_lists as l', (join) =>
      join.onRef('l.application_id', '=', 'b.application_id').onRef('l.id', '=', 'b.sendable_id'),
    )
    .select([
      'b.id',
      'b.survey_id',
      's.title as survey_title',
      sql<'MailingList'>`b.sendable_type`.as('sendable_type'),
      'b.sendable_id',
      sql<broadcasts.Broadcast['mailing_list']>`case when l.id is not null then
        jsonb_build_object('id', l.id, 'name', l.name, 'contacts_count', ${contactsCount(scope)}) end`.as(
        'mailing_list',
      ),
      sql<0 | 1>`b.schedule::int`.as('schedule'),
      sql<broadcasts.Broadcast['channel']>`b.channel`.as('channel'),
      sql<string | null>`to_char(b.send_at, 'HH24:MI')`.as('send_at'),
      sql<string | null>`b.starts_at`.as('starts_at'),
      sql<string | null>`b.ends_at`.as('ends_at'),
      sql<broadcasts.Broadcast['data']>`b.data`.as('data'),
      'b.subject',
      'b.text',
      sql<broadcasts.BroadcastState>`b.state`.as('state'),
      'b.next_run_at',
      'b.created_at',
      'b.version',
    ])
    .where('b.application_id', '=', scope.applicationId)
    .where('b.survey_id', '=', surveyId)
    .where('b.deleted_at', 'is', null);

export function listBroadcasts(
  tx: Tx,
  scope: ApplicationScope,
  surveyId: number,
  { schedule, term, ...paging }: QueryOf<typeof broadcasts.listBroadcasts>,
) {
  const query = broadcastsOf(tx, scope, surveyId)
    .$if(schedule !== undefined, (rows) => rows.where('b.schedule', '=', schedule === '1'))
    .$if(Boolean(term), (rows) => rows.where('l.name', 'ilike', containing(term)))
    .orderBy('b.id', 'desc');
  return fetchPage(tx, query, paging);
}

export async function getBroadcast(tx: Tx, scope: ApplicationScope, surveyId: number, id: number) {
  const found = await broadcastsOf(tx, scope, surveyId).where('b.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This broadcast');
  return found;
}

/** Locks the row until the end of the transaction. No further delivery is claimed meanwhile. */
export async function lockBroadcast(tx: Tx, applicationId: number, surveyId: number, id: number) {
  const found = await tx
    .selectFrom('broadcasts')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('survey_id', '=', surveyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This broadcast');
  return found;
}

export interface BroadcastFields {
  sendable_id: number;
  schedule: boolean;
  channel: string;
  send_at: string | null;
  starts_at: string | null;
  ends_at: string | null;
  data: { day_of_week: boolean[] };
  subject: string | null;
  text: string | null;
}

export async function insertBroadcast(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  { data, ...fields }: BroadcastFields & { next_run_at: Date | null; created_at: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('broadcasts')
    .values({
      ...fields,
      data: JSON.stringify(data),
      application_id: applicationId,
      survey_id: surveyId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateBroadcast(
  tx: Tx,
  applicationId: number,
  id: number,
  { data, ...fields }: Partial<BroadcastFields> & Pick<Updateable<Broadcasts>, 'state' | 'next_run_at' | 'deleted_at'>,
): Promise<void> {
  await tx
    .updateTable('broadcasts')
    .set({ ...fields, ...(data ? { data: JSON.stringify(data) } : {}) })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** Mailing lists for a picker, by name. */
export async function listMailingListChoices(tx: Tx, scope: ApplicationScope) {
  return tx
    .selectFrom('mailing_lists as l')
    .select(['l.id', 'l.name', contactsCount(scope).as('contacts_count')])
    .where('l.application_id', '=', scope.applicationId)
    .orderBy(sql`lower(l.name)`)
    .limit(1000)
    .execute();
}

export async function mailingListExists(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('mailing_lists')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function getSurveyTitle(tx: Tx, applicationId: number, id: number): Promise<string> {
  const found = await tx
    .selectFrom('surveys')
    .select('title')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This survey');
  return found.title;
}

/** Title, time zone and language of the application, for the texts of its broadcasts. */
export async function getHospital(tx: Tx, applicationId: number) {
  return tx
    .selectFrom('applications')
    .select(['title', 'time_zone', 'language', 'invitation_valid_days', 'quiet_from', 'quiet_to'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
}

/**
 * Counts the contacts that are on the list now and that the caller may see. The gate is asked again for each delivery,
 * and may refuse more of them.
 */
export async function countAudience(
  tx: Tx,
  scope: ApplicationScope,
  listId: number,
  channels: readonly ('email' | 'sms')[],
) {
  const total = await countMembers(tx, scope, listId);
  const { without_address, opted_out } = await countUnreachable(tx, scope, listId, channels);
  return { total, without_address, opted_out, reachable: total - without_address - opted_out };
}

/** The person who sends a test to themselves, with the address of their account. */
export function getTester(tx: Tx, userId: number) {
  return tx.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
}

/**
 * Broadcasts of a survey that are running or scheduled, always in the same order, so that callers who lock them do not
 * deadlock.
 */
export async function listStoppable(tx: Tx, applicationId: number, surveyId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('broadcasts')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('survey_id', '=', surveyId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('state', '=', 'running'),
        where.and([where('state', '=', 'scheduled'), where('next_run_at', 'is not', null)]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
