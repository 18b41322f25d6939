// @vitest-environment jsdom
import { departments, wardDepartments } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { answerBox, screen, waitFor, within } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

const wardOf = (location: string, department: { id: number; title: string } | null) => ({
  location,
  department_id: department?.id ?? null,
  department_title: department?.title ?? null,
  last_seen_at: '2026-11-20T10:00:00Z',
});
const runOf = (more: Partial<wardDepartments.Backfill>): wardDepartments.Backfill => ({
  id: 7,
  state: 'running',
  total: 40,
  done: 10,
  started_at: '2026-11-20T10:00:00Z',
  finished_at: null,
  user_name: 'Ada',
  ...more,
});

beforeEach(() => {
  const nursing = { id: 4, title: 'Nursing' };
  api.answer(wardDepartments.listWardDepartments, {
    data: [wardOf('ASH', null), wardOf('BIRCH', null), wardOf('CEDAR', nursing)],
    without_department: 2,
  });
  api.answer(wardDepartments.getPastAnswers, { data: { count: 0, backfill: null } });
  api.answer(
    departments.listDepartments,
    pageOf([{ ...nursing, version: 1, categories_count: 0, escalations_count: 0 }]),
  );
});

async function renderWards(permissions = ['departments.list', 'departments.update']) {
  signIn({ permissions });
  const drawn = await renderScreen('/departments/wards');
  await screen.findByRole('heading', { level: 1, name: 'Wards and departments' });
  return drawn;
}

describe('the wards of departments', () => {
  it('are listed with those first that belong nowhere', async () => {
    await renderWards();
    const rows = within(await screen.findByRole('table', { name: 'Wards' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'ASH',
      'BIRCH',
      'CEDAR',
    ]);
    expect(screen.getByText('2 wards belong to no department')).toBeDefined();
  });

  it('get a department several at once', async () => {
    api.answer(wardDepartments.updateWardDepartments, { data: { changed: 2 } });
    const { user } = await renderWards();
    const assign = await screen.findByRole<HTMLButtonElement>('button', { name: 'Assign' });
    expect(assign.disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'Choose ASH' }));
    await user.click(screen.getByRole('checkbox', { name: 'Choose BIRCH' }));
    expect(screen.getByText('2 wards chosen')).toBeDefined();
    await user.click(screen.getByPlaceholderText('Select a department'));
    await user.click(await screen.findByRole('option', { name: 'Nursing' }));
    await user.click(assign);
    expect(await screen.findByText('2 wards were changed.')).toBeDefined();
    expect(api.requestsTo(wardDepartments.updateWardDepartments)[0]?.body).toEqual({
      wards: [
        { location: 'ASH', department_id: 4 },
        { location: 'BIRCH', department_id: 4 },
      ],
    });
    await waitFor(() => expect(api.requestsTo(wardDepartments.listWardDepartments).length).toBeGreaterThan(1));
  });

  it('are only to be read by who may only read them', async () => {
    await renderWards(['departments.list']);
    expect(await screen.findByText('Nursing')).toBeDefined();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull();
    expect(api.requestsTo(wardDepartments.getPastAnswers)).toEqual([]);
  });

  it('say when there are none', async () => {
    api.answer(wardDepartments.listWardDepartments, { data: [], without_department: 0 });
    await renderWards();
    expect(await screen.findByText('No wards yet')).toBeDefined();
  });
});

describe('answers already given', () => {
  it('are counted before the question, and the run shows how far it has come', async () => {
    api.answer(wardDepartments.getPastAnswers, { data: { count: 40, backfill: null } });
    const { user } = await renderWards();
    await screen.findByText('40 answers from wards with a department have none.');
    const running = { data: { count: 30, backfill: runOf({}) } };
    api.answer(wardDepartments.startBackfill, running);
    api.answer(wardDepartments.getPastAnswers, running);
    await user.click(screen.getByRole('button', { name: 'Also for answers already given' }));
    await screen.findByRole('dialog', { name: 'Give 40 answers the department of their ward?' });
    await answerBox(user, 'Yes');
    expect(await screen.findByText('10 of 40 answers')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Also for answers already given' })).toBeNull();
    api.answer(wardDepartments.getPastAnswers, {
      data: { count: 0, backfill: runOf({ state: 'finished', done: 40, finished_at: '2026-11-20T11:00:00Z' }) },
    });
    expect(await screen.findByText(/40 answers got their department/, undefined, { timeout: 5_000 })).toBeDefined();
  });
});
