import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** A text that comes in parts. */
export interface PartedText {
  from: string;
  to: string;
  reference: number;
  total: number;
}

export interface WaitingPart {
  id: number;
  number: number;
  text: string;
}

/**
 * Stores a part; false: it is known. A part with the same place and other words is of a new text, whose phone chose the same
 * reference again.
 */
export async function insertPart(
  tx: Tx,
  { from, to, reference, total }: PartedText,
  { number, text }: Omit<WaitingPart, 'id'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into text_parts (from_address, to_address, reference, total, number, text, received_at)
    values (${from}, ${to}, ${reference}, ${total}, ${number}, ${JSON.stringify(text)}, ${now})
    on conflict (from_address, to_address, reference, total, number) do update
      set text = excluded.text, received_at = excluded.received_at, joined_at = null
      where text_parts.text <> excluded.text
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Returns the parts that wait for others, in their order. */
export async function listWaitingParts(tx: Tx, { from, to, reference, total }: PartedText): Promise<WaitingPart[]> {
  const rows = await tx
    .selectFrom('text_parts')
    .select(['id', 'number', 'text'])
    .where('from_address', '=', from)
    .where('to_address', '=', to)
    .where('reference', '=', reference)
    .where('total', '=', total)
    .where('joined_at', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map(({ text, ...row }) => ({ ...row, text: JSON.parse(text) as string }));
}

export async function markPartsJoined(tx: Tx, parts: readonly WaitingPart[], now: Date): Promise<void> {
  if (parts.length === 0) return;
  await tx
    .updateTable('text_parts')
    .set({ joined_at: now })
    .where(
      'id',
      'in',
      parts.map(({ id }) => id),
    )
    .execute();
}

/** Texts that are read in one run of the job. */
const MAX_LATE = 500;

/** Returns texts whose newest part came before this time, and which still wait for others, those that have waited longest first. */
export async function listLateTexts(tx: Tx, before: Date): Promise<PartedText[]> {
  const { rows } = await sql<PartedText>`
    select from_address as "from", to_address as "to", reference, total from text_parts
    where joined_at is null
    group by from_address, to_address, reference, total
    having max(received_at) < ${before}
    order by max(received_at) limit ${MAX_LATE}`.execute(tx);
  return rows;
}

export async function deleteJoinedParts(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('text_parts').where('joined_at', '<', before).execute();
}
