import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery } from './paging.ts';

export const ALARM_KINDS = [
  'feed_silent',
  'error_rate',
  'backlog',
  'overdue_sending',
  'gateway_refusing',
  'certificate_expiring',
  'disk_full',
  'audit_broken',
  'audit_unsent',
  'backup_failed',
  'wal_behind',
  'wal_unproven',
  'api_key_expiring',
  'webhook_off',
  'destination_stuck',
  'destination_certificate_expiring',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

export const alarm = z.object({
  id: z.number(),
  /** Null: an alarm of the system itself, which superusers see. */
  application_id: z.number().nullable(),
  application_title: z.string().nullable(),
  kind: z.enum(ALARM_KINDS),
  /** Distinguishes problems of one kind: the sender, the channel or the machine; else empty. */
  problem: z.string(),
  severity: z.enum(['warning', 'critical']),
  opened_at: instant,
  last_seen_at: instant,
  acknowledged_at: instant.nullable(),
  acknowledged_by_name: z.string().nullable(),
  /** Set automatically when the problem has gone. */
  closed_at: instant.nullable(),
  /** Figures and names of machines, by their label. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type Alarm = z.output<typeof alarm>;

export const listAlarms = endpoint({
  method: 'GET',
  path: '/alarms',
  access: { permission: 'alarms.list', anyApplication: true },
  summary: 'Alarms of the current application, newest first; open=1 for those whose problem is still there',
  query: pagingQuery.extend({ open: z.enum(['0', '1']).optional() }),
  reply: page(alarm),
});

export const updateAlarm = endpoint({
  method: 'PUT',
  path: '/alarms/:id',
  access: { permission: 'alarms.update', anyApplication: true },
  summary: 'Acknowledge an alarm: somebody sees to it. It stays open until its problem is gone',
  params: idParams,
  body: z.object({ alarm: z.object({ acknowledged: z.literal(true) }) }),
  wrapper: 'alarm',
  reply: one(alarm),
});
