import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** A message by its number and the SHA-256 of its bytes, in hexadecimal: a number may be given again after a loss. */
export interface MessageMark {
  id: number;
  hash: string;
}

/** Finds the message that was filed last, of all applications; null: there is none. */
export async function findNewestMessage(tx: Tx): Promise<MessageMark | null> {
  const { rows } = await sql<MessageMark>`
    select id, encode(content_hash, 'hex') as hash from hl7_messages order by id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Whether this message is there, and not another with its number. */
export async function isMessageStored(tx: Tx, { id, hash }: MessageMark): Promise<boolean> {
  const { rows } = await sql`
    select from hl7_messages where id = ${id} and content_hash = decode(${hash}, 'hex')`.execute(tx);
  return rows.length > 0;
}
