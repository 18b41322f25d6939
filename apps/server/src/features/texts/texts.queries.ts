import type { QueryOf, texts } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { patientNow } from '../../platform/db/patient-now.ts';
import { asMinimum, fetchPageInOrder, isOneOf, isOneOfFound } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { idsFoundBy, phoneIn } from '../contacts/index.ts';
import { findPatientsBy, MAX_FOUND, meansTooMany } from '../patient-identity/index.ts';

/**
 * SQL: the text is of the caller's wards, or the caller was notified of it. Without an application, texts that belong
 * to none.
 */
function isVisible({ applicationId, locations, userId }: Scope): RawBuilder<boolean> {
  if (typeof applicationId !== 'number') return sql<boolean>`x.application_id is null`;
  const inWards =
    locations.length === 0
      ? sql`true`
      : sql`(x.location = any(${locations}::text[]) or exists (
          select from inbox_items told
          where told.application_id = x.application_id and told.text_id = x.id and told.user_id = ${userId}))`;
  return sql<boolean>`x.application_id = ${applicationId} and ${inWards}`;
}

function visibleTexts(tx: Tx, scope: Scope) {
  return tx
    .selectFrom('inbound_texts as x')
    .leftJoin('deliveries as d', (join) =>
      join.onRef('d.application_id', '=', 'x.application_id').onRef('d.id', '=', 'x.delivery_id'),
    )
    .leftJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 'd.application_id').onRef('s.id', '=', 'd.survey_id'),
    )
    .leftJoin('patients as own', 'own.id', 'x.patient_id')
    .leftJoin('patients as p', (join) => join.on('p.id', '=', patientNow('own')))
    .leftJoin('contacts as c', 'c.id', 'x.contact_id')
    .leftJoin('users as reader', 'reader.id', 'x.read_by_id')
    .select([
      'x.id',
      'x.channel',
      'x.from_address',
      'x.subject',
      'x.text',
      'x.received_at',
      'x.understood',
      'x.doubtful',
      'x.harm',
      'x.automatic',
      'x.attachments',
      'x.reply',
      'x.read_at',
      'reader.name as read_by_name',
      'x.handled_at',
      'x.delivery_id',
      's.title as survey_title',
      'p.id as patient_id',
      'x.visit_id',
      'x.contact_id',
      'p.given_name',
      'p.family_name',
      'c.name as contact_name',
      'x.location',
      sql<
        number | null
      >`(select min(k.id) from cases k where k.application_id = x.application_id and k.text_id = x.id)`.as('case_id'),
    ])
    .$narrowType<Pick<texts.InboundText, 'channel' | 'understood'>>()
    .where(isVisible(scope));
}

const FOR_PEOPLE = sql<boolean>`(not x.automatic and (x.understood is null or x.doubtful or x.harm))`;

/** SQL: the text has the term in it or in its sender, or is from somebody whom the term means. */
async function searchFor(tx: Tx, scope: Scope, term: string): Promise<RawBuilder<boolean>> {
  const { applicationId } = scope;
  const anywhere = containing(term.toLowerCase());
  const isIn = sql`x.text ilike ${anywhere} or x.from_address like ${anywhere}`;
  if (typeof applicationId !== 'number') return sql<boolean>`(${isIn})`;
  // Whoever was told of a text finds it, wherever its patient lies.
  const patients = await findPatientsBy(tx, { ...scope, locations: [] }, term, MAX_FOUND);
  const phone = await phoneIn(tx, { ...scope, applicationId }, term);
  const contacts = idsFoundBy({ ...scope, applicationId }, term, phone, MAX_FOUND);
  const records = sql`(
    select found.id from (${patients}) found (id)
    union all select gone.id from patients gone where gone.application_id = ${applicationId} and ${isOneOfFound('gone.merged_into_id', patients)})`;
  return sql<boolean>`(${isIn} or ${isOneOfFound('x.patient_id', records)} or ${isOneOfFound('x.contact_id', contacts)})`;
}

export async function listTexts(
  tx: Tx,
  scope: Scope,
  { unread, for_people: forPeople, term, sort, ...paging }: QueryOf<typeof texts.listTexts>,
) {
  const found = term ? await searchFor(tx, scope, term) : null;
  const ids = tx
    .selectFrom('inbound_texts as x')
    .select('x.id')
    .where(isVisible(scope))
    .$if(unread === '1', (rows) => rows.where('x.read_at', 'is', null))
    .$if(unread === '0', (rows) => rows.where('x.read_at', 'is not', null))
    .$if(forPeople === '1', (rows) => rows.where(FOR_PEOPLE))
    .$if(forPeople === '0', (rows) => rows.where(sql<boolean>`not ${FOR_PEOPLE}`))
    .$call((rows) => (found ? rows.where(found) : rows));
  const page = await fetchPageInOrder(tx, ids, { sort, by: sql`x.received_at`, id: 'x.id' }, paging, (onPage) =>
    visibleTexts(tx, scope).where(isOneOf('x.id', onPage)).execute(),
  );
  return asMinimum(page, await meansTooMany(tx, { ...scope, locations: [] }, term));
}

/** Counts unread texts that a person should read. */
export async function countUnreadTexts(tx: Tx, scope: Scope): Promise<number> {
  const { count } = await tx
    .selectFrom('inbound_texts as x')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isVisible(scope))
    .where('x.read_at', 'is', null)
    .where(FOR_PEOPLE)
    .executeTakeFirstOrThrow();
  return count;
}

/** Throws NotFound for a text of another application or of other wards. */
export async function getText(tx: Tx, scope: Scope, id: number) {
  const found = await visibleTexts(tx, scope).where('x.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This text');
  return found;
}

/** Returns the id that the gateway or the e-mail gave the text; null: it has none. */
export async function findMessageId(tx: Tx, applicationId: number, id: number): Promise<string | null> {
  const found = await tx
    .selectFrom('inbound_texts')
    .select('gateway_message_id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.gateway_message_id ?? null;
}
