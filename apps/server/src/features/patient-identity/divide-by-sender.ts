import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { reserveIds } from '../../platform/db/reserve-ids.ts';
import { parseStored, readIdentifiers, senderCharset, sendingAuthority } from '../patient-events/index.ts';
import { divideVisits } from '../visits/index.ts';

interface SharedNumber {
  identifier: string;
  authority: string;
}

interface StoredMessage {
  id: number;
  visit_id: number | null;
  sending_facility: string;
  /** null when retention deleted it. */
  text: Buffer | null;
  sender_charset: string | null;
}

/**
 * Makes a separate record from the data that one sender reported under a number that several gave out: the number, the
 * messages that contain it in that sender's form, the visits in these messages only, and their deliveries and surveys.
 * A known death or protection stays with both, because nobody can say whose it was. Returns the new patient. The facts
 * of both patients must then be rebuilt from their messages.
 */
export async function divideBySender(
  tx: Tx,
  applicationId: number,
  patientId: number,
  shared: SharedNumber,
): Promise<number> {
  const { rows } = await sql<StoredMessage>`
    select id, visit_id, sending_facility, case when raw_removed_at is null then coalesce(corrected, raw) end as text,
      ${senderCharset} as sender_charset
    from hl7_messages m where application_id = ${applicationId} and patient_id = ${patientId} order by id`.execute(tx);
  const theirs = rows.filter((message) => isOf(message, shared));
  const rest = rows.filter((message) => !theirs.includes(message));
  const visitsOf = (messages: readonly StoredMessage[]) => new Set(messages.flatMap(({ visit_id: id }) => id ?? []));
  const others = visitsOf(rest);
  const visitIds = [...visitsOf(theirs)].filter((id) => !others.has(id));
  const dividedId = await insertDivided(tx, applicationId, patientId, shared);
  const messageIds = theirs.map(({ id }) => id);
  await sql`
    update patient_identifiers n set patient_id = ${dividedId} from patient_authorities a
    where n.application_id = ${applicationId} and n.patient_id = ${patientId} and a.id = n.authority_id
      and n.identifier || ' ' || upper(a.title) = any(${numbersOfAlone(theirs, rest, shared)}::text[])`.execute(tx);
  await divideVisits(tx, applicationId, { fromId: patientId, toId: dividedId, visitIds, messageIds });
  return dividedId;
}

/**
 * Returns whether the message contains the number with this authority; without its text, whether it came from the
 * sender.
 */
function isOf(message: StoredMessage, { identifier, authority }: SharedNumber): boolean {
  const numbers = numbersOf(message);
  return numbers === null ? message.sending_facility === authority : numbers.includes(keyOf(identifier, authority));
}

const keyOf = (identifier: string, authority: string): string => `${identifier} ${authority.toUpperCase()}`;

/** Returns the numbers of PID-3 with their authorities; null without a readable text. */
function numbersOf({ text, sender_charset }: StoredMessage): string[] | null {
  const parsed = text ? parseStored({ text, sender_charset }) : null;
  const pid = parsed?.ok ? parsed.message.pid() : undefined;
  if (!parsed?.ok || !pid) return null;
  return readIdentifiers(pid.patientIdentifierList, sendingAuthority(parsed.message.header)).map(
    ({ identifier, authorityTitle }) => keyOf(identifier, authorityTitle),
  );
}

/** Returns the shared number in this sender's form, and numbers that no other message contains. */
function numbersOfAlone(
  theirs: readonly StoredMessage[],
  rest: readonly StoredMessage[],
  { identifier, authority }: SharedNumber,
): string[] {
  const others = new Set(rest.flatMap((message) => numbersOf(message) ?? []));
  const own = theirs.flatMap((message) => numbersOf(message) ?? []).filter((number) => !others.has(number));
  return [...new Set([keyOf(identifier, authority), ...own])];
}

async function insertDivided(
  tx: Tx,
  applicationId: number,
  patientId: number,
  { identifier, authority }: SharedNumber,
): Promise<number> {
  const [id = 0] = await reserveIds(tx, 'patients', 1);
  await sql`
    insert into patients (id, application_id, identifier, authority, facts_at, created_at, deceased, protected, identity_unknown)
    overriding system value
    select ${id}, application_id, ${identifier}, ${authority}, facts_at, created_at, deceased, protected, identity_unknown
    from patients where application_id = ${applicationId} and id = ${patientId}`.execute(tx);
  return id;
}
