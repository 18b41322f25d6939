// @vitest-environment jsdom
import { screen, waitFor } from '../../testing/render.tsx';
import { audit } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { chooseFilter, readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const entryOf = (id: number, more: Partial<audit.AuditEntry> = {}): audit.AuditEntry => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  user_id: 3,
  user_name: 'Nora',
  session_id: 1,
  address: null,
  application_id: 7,
  application_title: 'St. Brigid’s',
  action: 'view',
  record_type: 'visits',
  record_id: 5,
  record_name: null,
  refused: false,
  patient_ids: [],
  details: {},
  position: id,
  ...more,
});

const nothingYet: audit.AuditState = { verification: null, checkpoint: null, removed: null, owned_by_program: false };

async function renderAudit(entries: audit.AuditEntry[], search = '', state = nothingYet) {
  signIn({ permissions: ['audit.list'] });
  api.answer(audit.getAuditState, { data: state });
  api.answer(audit.listAudit, pageOf(entries));
  const drawn = await renderScreen(`/audit/index${search}`);
  return { ...drawn, rows: await readRows('Audit') };
}

describe('the audit', () => {
  it('says who did what with which record, in words', async () => {
    const { rows } = await renderAudit([
      entryOf(1),
      entryOf(2, { user_name: null, action: 'sign_in', record_type: 'sessions', record_id: null, refused: true }),
      entryOf(3, { action: 'hold', record_type: 'things_of_tomorrow', record_id: null }),
      entryOf(4, { action: 'put_in_order', record_type: 'questions', record_id: null }),
      entryOf(5, { action: 'update', record_type: 'categories', record_id: 12, record_name: 'Food' }),
    ]);
    expect(rows[0]).toContain('NoraViewedVisit 5');
    expect(rows[1]).toContain('Nobody signed inSigned in, refusedSession');
    expect(rows[2]).toContain('NoraHeldthings of tomorrow');
    expect(rows[3]).toContain('Noraput in orderQuestion');
    expect(rows[4]).toContain('NoraChangedCategory: Food');
  });

  it('says what was changed from what to what, and how much was seen', async () => {
    const { rows } = await renderAudit([
      entryOf(1, {
        action: 'update',
        details: { changes: { quiet_from: { from: '21:00', to: '22:00' }, logo: { from: null, to: { size: 3 } } } },
      }),
      entryOf(2, { action: 'list', patient_ids: [1, 2], details: { count: 1, filters: ['opted_out', 'term'] } }),
      entryOf(3, { action: 'create', details: { fields: ['given_name', 'sex'] } }),
    ]);
    expect(rows[0]).toContain('quiet from: 21:00 → 22:00 · logo: nothing → {"size":3}');
    expect(rows[1]).toContain('1 row · 2 patients · filtered by opted out, search');
    expect(rows[2]).toContain('fields given name, sex');
  });

  it('is filtered by who did it, by name, also for somebody who may not list users', async () => {
    const { user, at } = await renderAudit([entryOf(1), entryOf(2, { user_id: 9, user_name: 'Zoe' })]);
    await chooseFilter(user, 'User', 'Zoe');
    await waitFor(() => expect(at().search).toMatchObject({ user_id: '9' }));
  });

  it('is filtered by what was done, in the words of the screens', async () => {
    const { user, at } = await renderAudit([entryOf(1)]);
    await chooseFilter(user, 'Action', 'Exported');
    await waitFor(() => expect(at().search).toEqual({ action: 'export' }));
    await waitFor(() => expect(api.requestsTo(audit.listAudit).at(-1)?.query).toMatchObject({ action: 'export' }));
  });

  it('asks who saw one patient, where it is opened from there', async () => {
    await renderAudit([entryOf(1)], '?patient_id=5');
    expect(screen.getByRole('heading', { name: 'Who saw this patient' })).toBeDefined();
    expect(api.requestsTo(audit.listAudit)[0]?.query).toMatchObject({ patient_id: '5' });
  });

  it('names the organisation only while none is chosen', async () => {
    await renderAudit([entryOf(1)]);
    expect(screen.queryByRole('columnheader', { name: 'Application' })).toBeNull();
  });
});

describe('checking the chain of the audit', () => {
  const check = async (result: audit.Verification) => {
    api.answer(audit.verifyAudit, { data: result });
    const { user } = await renderAudit([entryOf(1)]);
    await user.click(screen.getByRole('button', { name: 'Check the chain' }));
    return screen.findByRole('alert');
  };
  const whole: audit.Verification = {
    checked: 1204,
    waiting: 0,
    intact: true,
    broken: [],
    head: { position: 1204, hash: 'a1b2c3' },
    unsigned: 0,
    signed_since: '2026-11-20T10:00:00.000Z',
  };

  it('says that it is whole, and what to keep as its proof', async () => {
    const alert = await check(whole);
    expect(alert.textContent).toContain('The chain is whole: 1204 entries checked');
    expect(alert.textContent).toContain('place 1204, a1b2c3');
  });

  it('tells apart what was written before entries were signed', async () => {
    const alert = await check({ ...whole, unsigned: 300 });
    expect(alert.textContent).toMatch(/300 entries from before .*20.* have no signature of their own/);
  });

  it('names each place that does not fit', async () => {
    const alert = await check({
      ...whole,
      intact: false,
      broken: [
        { position: 8, entry_id: 80, problem: 'changed' },
        { position: 9, entry_id: null, problem: 'missing' },
        { position: 10, entry_id: 82, problem: 'inserted' },
        { position: 11, entry_id: 83, problem: 'rechained' },
        { position: 12, entry_id: 84, problem: 'other_key' },
      ],
    });
    expect(alert.textContent).toContain('5 places in the chain do not fit');
    expect(alert.textContent).toContain('Entry 80 at place 8 was changed after it was written.');
    expect(alert.textContent).toContain('The entry at place 9 is missing.');
    expect(alert.textContent).toContain('Entry 82 at place 10 was not written by Wardvoice');
    expect(alert.textContent).toContain('somebody else gave it its place');
    expect(alert.textContent).toContain('signed with another key');
  });
});

describe('the state of the audit', () => {
  const verified = { at: '2026-11-20T03:00:00.000Z', machine: 'ward-1', checked: 1204, problems: 0 };

  it('says when it was verified, with what result, and which checkpoint was stored last', async () => {
    await renderAudit([entryOf(1)], '', {
      ...nothingYet,
      verification: verified,
      checkpoint: { at: '2026-11-20T09:00:00.000Z', machine: 'ward-1', position: 1204 },
    });
    expect(
      await screen.findByText(/Last verified .* on ward-1: all 1204 entries are as they were written/),
    ).toBeDefined();
    expect(screen.getByText(/Last checkpoint outside of the database: .* on ward-1, place 1204/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that it was never verified', async () => {
    await renderAudit([entryOf(1)]);
    expect(await screen.findByText(/Not verified in the last week.*No checkpoint is stored/)).toBeDefined();
  });

  it('advises where one role of the database does everything', async () => {
    await renderAudit([entryOf(1)], '', { ...nothingYet, owned_by_program: true });
    expect(await screen.findByText(/role of the database also owns the audit/)).toBeDefined();
  });

  it('warns of what does not fit', async () => {
    await renderAudit([entryOf(1)], '', { ...nothingYet, verification: { ...verified, machine: null, problems: 2 } });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('2 entries or checkpoints of the audit do not fit');
    expect(screen.getByText(/on this screen: 2 entries or checkpoints do not fit/)).toBeDefined();
  });
});
