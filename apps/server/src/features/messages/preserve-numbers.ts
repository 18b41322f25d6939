import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { parseStored, senderCharset, type StoredText } from '../patient-events/index.ts';

/**
 * Corrects a message so that PID-3 contains the numbers of one patient only; the original stays (docs/decisions/0012).
 * Does nothing when no number would be left.
 */
export async function keepNumbersOf(
  tx: Tx,
  applicationId: number,
  messageId: number,
  { patientId, at, userId }: { patientId: number; at: Date; userId: number | null },
): Promise<void> {
  const { rows } = await sql<StoredText & { numbers: string[] }>`
    select coalesce(m.corrected, m.raw) as text, ${senderCharset} as sender_charset,
      array(select n.identifier from patient_identifiers n where n.application_id = m.application_id and n.patient_id = ${patientId}) as numbers
    from hl7_messages m where m.application_id = ${applicationId} and m.id = ${messageId} for update`.execute(tx);
  const [stored] = rows;
  const parsed = stored && parseStored(stored);
  if (!stored || !parsed?.ok) return;
  const { header, raw } = parsed.message;
  const kept = parsed.message.repetitions('PID-3').filter((cx) => stored.numbers.includes(cx.component(1) ?? ''));
  if (kept.length === 0) return;
  const lines = raw.split(/\r\n|\r|\n/).map((line) => {
    if (!line.startsWith(`PID${header.fieldSeparator}`)) return line;
    const fields = line.split(header.fieldSeparator);
    fields[3] = kept.map((cx) => cx.raw).join(header.repetitionSeparator);
    return fields.join(header.fieldSeparator);
  });
  await sql`
    update hl7_messages set corrected = ${Buffer.from(inUtf8(lines.join('\r'), header.fieldSeparator))}, corrected_at = ${at}, corrected_by_id = ${userId}
    where application_id = ${applicationId} and id = ${messageId}`.execute(tx);
}

/** The text was decoded, so MSH-18 is set to the new encoding. */
function inUtf8(text: string, separator: string): string {
  const [msh = '', ...others] = text.split('\r');
  const fields = msh.split(separator);
  while (fields.length < 18) fields.push('');
  fields[17] = 'UNICODE UTF-8';
  return [fields.join(separator), ...others].join('\r');
}
