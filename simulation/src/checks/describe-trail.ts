import type pg from 'pg';
import type { Violation } from './violation.ts';
import { rootOf } from '../model-hospital.ts';

const MAX_TRAIL = 30;

/**
 * Returns the messages about the visit or record that a violation names, or the last messages of all; then the deliveries of the
 * visit.
 */
export async function describeTrail(violation: Violation | undefined, observer: pg.Pool): Promise<string[]> {
  if (!violation?.hospital) return [];
  const { acknowledged, visits, records } = violation.hospital;
  const visit = visits.get(/visit (\w+)/.exec(violation.detail)?.[1] ?? '');
  const record = records.find(({ id }) => String(id) === /record (\d+)/.exec(violation.detail)?.[1]);
  const message = acknowledged.get(/\bC\d+/.exec(violation.detail)?.[0] ?? '');
  const about = record ?? visit?.record ?? records.find(({ id }) => id === message?.record);
  const ids = new Set(about ? records.filter((one) => rootOf(one) === rootOf(about)).map(({ id }) => id) : []);
  const messages = [...acknowledged.values()]
    .filter(
      ({ record: id, visit: number }) => ids.size === 0 || (id !== null && ids.has(id)) || number === visit?.number,
    )
    .slice(-MAX_TRAIL)
    .map(
      ({ controlId, event, record: id, visit: number }) => `${controlId} ${event} record ${id} visit ${number ?? '-'}`,
    );
  return [...messages, ...(visit ? await deliveriesOf(observer, visit.number) : [])];
}

async function deliveriesOf(observer: pg.Pool, visit: string): Promise<string[]> {
  const { rows } = await observer.query<{ line: string }>(
    `select concat_ws(' ', 'delivery', d.id, d.cause, d.state, d.reason, 'send_at', d.send_at, 'sent_at', d.sent_at,
       'attempts', d.attempts, case when d.outcome_unknown then 'in doubt' end) as line
     from deliveries d join visits v on v.id = d.visit_id where $1 in (v.visit_number, v.appointment_number) order by d.id`,
    [visit],
  );
  return rows.map(({ line }) => line);
}
