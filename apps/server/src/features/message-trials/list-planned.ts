import { sql } from 'kysely';
import type { deliveries } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { afterQuietHours, askGateFor, patientTimeZone } from '../suppression/index.ts';
import { getSendingRules } from '../deliveries/index.ts';

/** A delivery of a trigger, with what the gate answers and when it would be sent. */
export interface Planned {
  trigger_id: number;
  action: string;
  survey_title: string | null;
  channel: deliveries.Channel | null;
  recipient: string | null;
  send_at: Date;
  reason: deliveries.SuppressionReason | null;
}

interface Row extends Omit<Planned, 'channel' | 'recipient'> {
  id: number;
}

/** Lists what triggers have planned because of a message, those that the gate refused at once included. */
export async function listPlannedFor(tx: Tx, applicationId: number, messageId: number, now: Date): Promise<Planned[]> {
  const { rows } = await sql<Row>`
    select d.id, d.trigger_id, t.action, s.title as survey_title, d.send_at, d.reason
    from deliveries d
    join triggers t on t.application_id = d.application_id and t.id = d.trigger_id
    left join surveys s on s.application_id = d.application_id and s.id = d.survey_id
    where d.application_id = ${applicationId} and d.message_id = ${messageId}
    order by d.send_at, d.id`.execute(tx);
  const open = rows.filter(({ reason }) => reason === null).map(({ id }) => id);
  const answers = await askGateFor(tx, applicationId, open, now);
  const rules = await getSendingRules(tx, applicationId);
  return rows.map(({ id, ...row }) => {
    const answer = answers.get(id);
    if (!answer?.open) return { ...row, channel: null, recipient: null, reason: row.reason ?? answer?.reason ?? null };
    const { channel, recipient } = answer;
    const timeZone = patientTimeZone(channel === 'sms' ? recipient : null, rules.time_zone, row.send_at);
    const send_at = afterQuietHours(row.send_at, { timeZone, from: rules.quiet_from, to: rules.quiet_to });
    return { ...row, channel, recipient, send_at };
  });
}
