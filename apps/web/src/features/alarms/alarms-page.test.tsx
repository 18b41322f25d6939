// @vitest-environment jsdom
import { screen, waitFor, within } from '../../testing/render.tsx';
import { alarms } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const alarmOf = (id: number, kind: alarms.AlarmKind, more: Partial<alarms.Alarm> = {}): alarms.Alarm => ({
  id,
  application_id: 7,
  application_title: 'St. Brigid’s',
  kind,
  problem: '',
  severity: 'warning',
  opened_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  acknowledged_at: null,
  acknowledged_by_name: null,
  closed_at: null,
  details: {},
  ...more,
});

async function renderAlarms(list: alarms.Alarm[], permissions = ['alarms.list', 'alarms.update']) {
  signIn({ permissions });
  api.answer(alarms.listAlarms, pageOf(list));
  const drawn = await renderScreen('/alarms/index');
  return { ...drawn, rows: await readRows('Alarms') };
}

describe('the alarms', () => {
  it('say that nothing needs a person when none is open, and show the others on request', async () => {
    signIn({ permissions: ['alarms.list'] });
    api.answerBy(alarms.listAlarms, ({ query }) =>
      pageOf(query['open'] ? [] : [alarmOf(1, 'backlog', { closed_at: '2026-11-20T11:00:00.000Z' })]),
    );
    const { user } = await renderScreen('/alarms/index?open=1');
    expect(await screen.findByText('Nothing needs a person now.')).toBeDefined();
    expect(screen.queryByText('Nothing matches')).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body);
    expect(await readRows('Alarms')).toHaveLength(1);
  });

  it('say each problem with its figures', async () => {
    const details = {
      feed_silent: { sending_application: 'ADT', sending_facility: 'WEST' },
      error_rate: { errors: 4, messages: 10 },
      backlog: { minutes: 12 },
      overdue_sending: { deliveries: 9, minutes: 30 },
      gateway_refusing: { refused: 3, attempted: 5, channel: 'sms' },
      certificate_expiring: { machine: 'ward-1', days: 6 },
      disk_full: { machine: 'db-1', free_percent: 4 },
      audit_broken: { problems: 2 },
      api_key_expiring: { name: 'Data warehouse', days: 9 },
      webhook_off: { receiver: 'receiver.example', reason: 'gone' },
      destination_stuck: { name: 'Laboratory', minutes: 12, waiting: 40 },
      destination_certificate_expiring: { name: 'Laboratory', days: 9 },
      audit_unsent: { receiver: 'tls://siem:6514', minutes: 20 },
      backup_failed: { hours: 40 },
      wal_behind: { machine: 'ward-1', minutes: 20 },
      wal_unproven: { machine: 'ward-1', days: 1 },
    };
    const { rows } = await renderAlarms(
      alarms.ALARM_KINDS.map((kind, index) => alarmOf(index + 1, kind, { details: details[kind] })),
    );
    expect(rows.map((row) => row.split('St. Brigid’s')[0])).toEqual([
      'No messages from ADT WEST',
      '4 of 10 messages of the last hour could not be processed',
      'Messages have waited to be processed for 12 minutes',
      '9 deliveries are up to 30 minutes late',
      'The gateway did not take 3 of 5 messages (SMS)',
      'The certificate of the listeners on ward-1 expires in 6 days',
      'The disk of the database on db-1 has 4 % left',
      'The audit is not as it was written: 2 entries or checkpoints do not fit',
      'tls://siem:6514 has not read the audit for 20 minutes',
      'The backup failed or is late: what was last verified is 40 hours old',
      'The log of ward-1 has not been stored for 20 minutes',
      'The stored log of ward-1 could not be restored on trial',
      'The API key Data warehouse expires in 9 days',
      'The webhook to receiver.example was switched off',
      'The receiver Laboratory has acknowledged nothing for 12 minutes; 40 messages wait',
      'The certificate that Laboratory is shown ends in 9 days',
    ]);
  });

  it('say whether somebody sees to them, and offer that only where nobody does', async () => {
    const { rows } = await renderAlarms([
      alarmOf(1, 'backlog'),
      alarmOf(2, 'backlog', { acknowledged_at: '2026-11-20T10:05:00.000Z', acknowledged_by_name: 'Nora' }),
      alarmOf(3, 'backlog', { closed_at: '2026-11-20T11:00:00.000Z', application_title: null }),
    ]);
    expect(rows[0]).toContain('Nobody sees to it yet');
    expect(rows[1]).toContain('Nora sees to it');
    expect(rows[2]).toContain('The whole systemClosed');
    expect(screen.getAllByRole('button', { name: 'I see to it' })).toHaveLength(1);
  });

  it('are taken on by a click, and fetched again', async () => {
    api.answer(alarms.updateAlarm, { data: alarmOf(2, 'backlog') });
    const { user } = await renderAlarms([alarmOf(1, 'error_rate'), alarmOf(2, 'backlog')]);
    const [, , row] = screen.getAllByRole('row');
    await user.dblClick(within(row ?? document.body).getByRole('button', { name: 'I see to it' }));
    await waitFor(() => expect(api.requestsTo(alarms.listAlarms).length).toBeGreaterThan(1));
    expect(api.requestsTo(alarms.updateAlarm).map(({ path, body }) => [path, body])).toEqual([
      ['/alarms/2', { alarm: { acknowledged: true } }],
    ]);
  });

  it('are only to be read by who may only read them', async () => {
    await renderAlarms([alarmOf(1, 'backlog')], ['alarms.list']);
    expect(screen.queryByRole('button', { name: 'I see to it' })).toBeNull();
  });
});
