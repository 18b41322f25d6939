import { randomBytes } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/database.ts';
import { reserveIds } from '../platform/db/reserve-ids.ts';
import { CLINIC, HOSPITAL } from './demo-hospitals.ts';
import type { InstalledUser } from './demo-users.ts';
import type { InstalledHospital } from './install-hospital.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plus } from './year/draw.ts';
import { insertRows, type Row } from './year/insert-rows.ts';

/** Makes what people of a hospital set up in a year: scales, views, shifts, API keys; and the alarms that there were. */
export async function installSettings(tx: Tx, ctx: Context, installed: InstalledHospital): Promise<void> {
  const now = ctx.clock();
  await installScales(tx, installed);
  await installViews(tx, installed);
  await installDuty(tx, installed, now);
  await installReports(tx, installed, now);
  if (installed.hospital === CLINIC) return;
  const warehouseKeyId = await installApiKeys(tx, installed, now);
  await installAlarms(tx, installed, warehouseKeyId, now);
}

const person = ({ users }: InstalledHospital, role: string): InstalledUser => {
  const found = users.find((user) => user.role === role) ?? users[0];
  if (!found) throw new Error('a sample hospital has nobody');
  return found;
};

/** Makes scales of the answers of two surveys, which their questions use. */
async function installScales(tx: Tx, { applicationId, forms }: InstalledHospital): Promise<void> {
  const own = { application_id: applicationId };
  const scales = [
    { title: 'How good, in four steps', question: forms.discharge.questions[0] },
    { title: 'Yes or no', question: forms.discharge.questions.find(({ type_of }) => type_of === 'yes_no') },
    { title: 'Experience of our service', question: forms.friendsAndFamily.questions[0] },
  ];
  const ids = await reserveIds(tx, 'answer_scales', scales.length);
  await insertRows(
    tx,
    'answer_scales',
    scales.map(({ title }, index) => ({ ...own, id: ids[index] ?? 0, title, version: 1 })),
  );
  for (const [index, { question }] of scales.entries()) {
    const scale_id = ids[index] ?? 0;
    await insertRows(
      tx,
      'answer_scale_options',
      (question?.options ?? []).map(({ id }, place) => ({ ...own, scale_id, option_id: id, sort_order: place + 1 })),
    );
    await tx
      .updateTable('questions')
      .set({ scale_id })
      .where('application_id', '=', applicationId)
      .where('id', '=', question?.id ?? 0)
      .execute();
  }
}

async function installViews(tx: Tx, installed: InstalledHospital): Promise<void> {
  const own = { application_id: installed.applicationId, words: '', version: 1 };
  const everybody = { ...own, user_id: null };
  const manager = { ...own, user_id: person(installed, 'administrator').id };
  await insertRows(tx, 'saved_views', [
    { ...everybody, list: '/cases/index', name: 'Overdue, most urgent first', address: 'overdue=1&sort=due_at' },
    { ...everybody, list: '/cases/index', name: 'Nobody has claimed yet', address: 'state=new' },
    { ...everybody, list: '/feedback/records', name: 'Poor and not read', address: 'max_score=50&unread=1' },
    { ...everybody, list: '/deliveries/index', name: 'SMS that failed', address: 'channel=sms&state=failed' },
    { ...manager, list: '/feedback/records', name: 'With a comment', address: 'has_comment=1&sort=-submitted_at' },
    { ...manager, list: '/cases/index', name: 'Mine', address: 'mine=1&open=1' },
  ]);
}

/** The board gets a report each month; nobody has had one yet, because a sample hospital sends no e-mail. */
async function installReports(tx: Tx, installed: InstalledHospital, now: Date): Promise<void> {
  const own = { application_id: installed.applicationId };
  const [id = 0] = await reserveIds(tx, 'report_schedules', 1);
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
  const board = { ...own, id, title: 'Board pack', rhythm: 'month', next_on: nextMonth, created_at: now };
  await insertRows(tx, 'report_schedules', [board]);
  await insertRows(tx, 'report_readers', [{ ...own, schedule_id: id, user_id: person(installed, 'administrator').id }]);
}

/** Nurses are on duty by day; somebody is away next week. */
async function installDuty(tx: Tx, installed: InstalledHospital, now: Date): Promise<void> {
  const { applicationId, departmentIds, workers } = installed;
  const own = { application_id: applicationId };
  const nursing = departmentIds.get('Nursing');
  const [first, second] = workers;
  if (nursing === undefined || !first || !second) return;
  await insertRows(
    tx,
    'duty_shifts',
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...own,
      department_id: nursing,
      weekday,
      starts: '07:00',
      ends: '19:30',
      user_ids: [weekday > 5 ? first.id : second.id],
      version: 1,
    })),
  );
  const day = (days: number) =>
    plus(now, days * DAY_MS)
      .toISOString()
      .slice(0, 10);
  await insertRows(tx, 'absences', [
    { ...own, user_id: second.id, deputy_id: first.id, from_day: day(6), to_day: day(12) },
  ]);
}

/** Days until the key of the data warehouse expires: in one hospital soon enough for an alarm. */
const EXPIRES_IN_DAYS = 9;
const EXPIRES_LATER_DAYS = 74;
const ALARM_BEFORE_DAYS = 14;
const WAREHOUSE = 'Data warehouse';

/** Stores keys whose secrets nobody knows: the hashes are of nothing. Returns the id of that of the data warehouse. */
async function installApiKeys(tx: Tx, installed: InstalledHospital, now: Date): Promise<number> {
  const { applicationId, hospital } = installed;
  const own = { application_id: applicationId, created_by: person(installed, 'administrator').id, version: 1 };
  const ids = await reserveIds(tx, 'api_keys', 3);
  const [warehouse = 0, screens = 0, old = 0] = ids;
  const key = (id: number, name: string, madeDaysAgo: number, permissions: string[]): Row<'api_keys'> => ({
    ...own,
    id,
    name,
    permissions,
    locations: [],
    prefix: `wvk_${randomBytes(4).toString('hex')}`,
    key_hash: `\\x${randomBytes(32).toString('hex')}`,
    created_at: plus(now, -madeDaysAgo * DAY_MS),
    expires_at: plus(now, (365 - madeDaysAgo) * DAY_MS),
  });
  await insertRows(tx, 'api_keys', [
    key(warehouse, WAREHOUSE, 365 - (hospital === HOSPITAL ? EXPIRES_LATER_DAYS : EXPIRES_IN_DAYS), [
      'feedback.list',
      'deliveries.list',
      'surveys.list',
    ]),
    key(screens, 'Screens on the wards', 140, ['feedback.list']),
    { ...key(old, 'Old reporting tool', 330, ['feedback.list', 'cases.list']), revoked_at: plus(now, -95 * DAY_MS) },
  ]);
  const used = (api_key_id: number, minutesAgo: number, address: string) => {
    const at = plus(now, -minutesAgo * MINUTE_MS);
    return {
      application_id: applicationId,
      api_key_id,
      last_used_at: at,
      last_used_from: address,
      minute: at,
      calls: 1,
    };
  };
  await insertRows(tx, 'api_key_uses', [used(warehouse, 190, '192.0.2.40'), used(screens, 3, '192.0.2.61')]);
  return warehouse;
}

async function installAlarms(tx: Tx, installed: InstalledHospital, warehouseKeyId: number, now: Date): Promise<void> {
  const { applicationId, hospital } = installed;
  const { sendingApplication: sending_application, facility: sending_facility } = hospital;
  const engineer = person(installed, 'integration_engineer').id;
  const closed = (
    daysAgo: number,
    minutes: number,
    alarm: { kind: string; problem: string; severity: string; details: object },
  ): Row<'alarms'> => {
    const opened_at = plus(now, -daysAgo * DAY_MS);
    const end = plus(opened_at, minutes * MINUTE_MS);
    return {
      ...alarm,
      application_id: applicationId,
      details: alarm.details as Row<'alarms'>['details'],
      opened_at,
      last_seen_at: end,
      closed_at: plus(end, 5 * MINUTE_MS),
      acknowledged_at: plus(opened_at, Math.min(minutes, 9) * MINUTE_MS),
      acknowledged_by_id: engineer,
    };
  };
  const silent = (daysAgo: number, minutes: number) =>
    closed(daysAgo, minutes, {
      kind: 'feed_silent',
      problem: `${sending_application}|${sending_facility}`,
      severity: 'critical',
      details: {
        sending_application,
        sending_facility,
        last_message_at: plus(now, -daysAgo * DAY_MS - 0.7 * HOUR_MS).toISOString(),
      },
    });
  const isMain = hospital === HOSPITAL;
  await insertRows(tx, 'alarms', [
    silent(288, 96),
    ...(isMain
      ? [
          closed(241, 44, {
            kind: 'error_rate',
            problem: '',
            severity: 'warning',
            details: { errors: 14, messages: 61, minutes: 60 },
          }),
          closed(160, 22, {
            kind: 'gateway_refusing',
            problem: 'sms',
            severity: 'critical',
            details: { channel: 'sms', refused: 12, attempted: 13, minutes: 15 },
          }),
          closed(57, 31, {
            kind: 'overdue_sending',
            problem: '',
            severity: 'warning',
            details: { deliveries: 27, minutes: 14 },
          }),
        ]
      : []),
    silent(19, 58),
    ...(isMain ? [] : [keyExpires(applicationId, warehouseKeyId, now)]),
  ]);
}

/** The check of the keys finds it again every minute, so it stays open. */
const keyExpires = (application_id: number, keyId: number, now: Date): Row<'alarms'> => ({
  application_id,
  kind: 'api_key_expiring',
  problem: String(keyId),
  severity: 'warning',
  details: {
    name: WAREHOUSE,
    days: EXPIRES_IN_DAYS,
    expires_at: plus(now, EXPIRES_IN_DAYS * DAY_MS).toISOString(),
  },
  opened_at: plus(now, (EXPIRES_IN_DAYS - ALARM_BEFORE_DAYS) * DAY_MS),
  last_seen_at: now,
});
