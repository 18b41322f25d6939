import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** The values by which two messages of one application are the same. */
export interface MessageIdentity {
  sendingApplication: string;
  sendingFacility: string;
  /** MSH-10; empty when there is none. Such a message is never recognised again. */
  controlId: string;
  /** SHA-256 of the bytes. */
  hash: Buffer;
}

/**
 * Returns the positions, from 0, of the messages in the list that are stored already, filed or not. Needs a transaction
 * that sees all applications, because arrivals belong to no application yet.
 */
export async function placesOfKnown(
  tx: Tx,
  applicationId: number,
  list: readonly MessageIdentity[],
): Promise<Set<number>> {
  const controlIds = list.map(({ controlId }) => controlId);
  // This is one statement, so that a message which is filed meanwhile is found in one place or the other.
  const { rows } = await sql<{ place: number }>`
    with one as (
      select * from unnest(
        ${list.map(({ sendingApplication }) => sendingApplication)}::text[],
        ${list.map(({ sendingFacility }) => sendingFacility)}::text[],
        ${controlIds}::text[],
        ${list.map(({ hash }) => hash)}::bytea[]
      ) with ordinality as one (sending_application, sending_facility, control_id, hash, place)
      where control_id <> ''
    ), waiting as materialized (
      select w.sending_application, w.sending_facility, w.control_id, sha256(substring(a.raw from w.start for w.length)) as hash
      from arrivals a,
        unnest(a.application_id, a.sending_application, a.sending_facility, a.message_control_id, a.start, a.length)
          as w (application_id, sending_application, sending_facility, control_id, start, length)
      where a.message_control_id && ${controlIds}::text[]
        and w.application_id = ${applicationId} and w.control_id = any(${controlIds}::text[])
    )
    select one.place from one
    where exists (
      select from hl7_messages m
      where m.application_id = ${applicationId} and m.sending_application = one.sending_application
        and m.sending_facility = one.sending_facility and m.message_control_id = one.control_id
        and m.content_hash = one.hash)
    or exists (
      select from waiting w
      where (w.sending_application, w.sending_facility, w.control_id, w.hash)
        = (one.sending_application, one.sending_facility, one.control_id, one.hash))`.execute(tx);
  return new Set(rows.map(({ place }) => place - 1));
}
