import type { alarms } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { languageOfStaff } from '../users/index.ts';

export const SEND_ALARM_NOTICE = 'send-alarm-notice';

/**
 * Writes one notice per person with its job, in the transaction that opens the alarm. A second call for the same person
 * and alarm writes nothing.
 */
export async function planAlarmNotices(tx: Tx, alarmId: number, userIds: readonly number[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into alarm_notices (alarm_id, user_id, created_at)
    select ${alarmId}, user_id, ${now} from unnest(${[...userIds]}::bigint[]) as user_id
    on conflict (alarm_id, user_id) do nothing
    returning id`.execute(tx);
  await enqueue(
    tx,
    rows.map(({ id }) => ({ task: SEND_ALARM_NOTICE, payload: { alarm_notice_id: id } })),
  );
}

export interface WaitingNotice {
  email: string;
  /** The language of the reader's screens; null when it is not known. */
  language: string | null;
  message_id: string;
  attempts: number;
  kind: alarms.AlarmKind;
  severity: alarms.Alarm['severity'];
  /** Null: about the whole system. */
  application_id: number | null;
  application_title: string | null;
  details: alarms.Alarm['details'];
}

/** Returns the notice and counts an attempt; undefined when it was sent or given up, or its reader was deactivated. */
export async function claimAlarmNotice(tx: Tx, id: number): Promise<WaitingNotice | undefined> {
  const { rows } = await sql<WaitingNotice>`
    update alarm_notices n set attempts = n.attempts + 1
    from alarms a
    left join applications app on app.id = a.application_id, users u
    where n.id = ${id} and n.state = 'waiting' and a.id = n.alarm_id and u.id = n.user_id and u.deactivated_at is null
    returning u.email, ${languageOfStaff} as language, n.message_id, n.attempts, a.kind, a.severity, a.application_id, app.title as application_title, a.details`.execute(
    tx,
  );
  return rows[0];
}

export async function recordAlarmNotice(
  tx: Tx,
  id: number,
  columns: { state: 'waiting' | 'sent' | 'failed'; last_error: string | null; sent_at: Date | null },
): Promise<void> {
  await tx.updateTable('alarm_notices').set(columns).where('id', '=', id).execute();
}
