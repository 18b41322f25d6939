// @vitest-environment jsdom
import { screen, waitFor } from '../../testing/render.tsx';
import { caseCauses, cases, departments } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { chooseFilter, readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const caseOf = (id: number, more: Partial<cases.CaseSummary> = {}): cases.CaseSummary => ({
  id,
  state: 'new',
  severity: 'normal',
  due_at: null,
  overdue: false,
  department_id: 4,
  department_title: 'Kitchen',
  survey_title: 'Discharge',
  text_id: null,
  question: 'How was the food?',
  answer: 'Cold',
  location: 'W1',
  given_name: 'Dara',
  family_name: 'Quill',
  contact_name: null,
  kiosk_label: null,
  score: 20,
  level: 1,
  next_level_at: null,
  claimed_by_id: null,
  claimed_by_name: null,
  created_at: '2026-11-20T10:00:00.000Z',
  closed_at: null,
  cause_id: null,
  cause_title: null,
  ...more,
});

const lastQuery = () => api.requestsTo(cases.listCases).at(-1)?.query;

beforeEach(() => {
  signIn({ permissions: ['cases.list', 'departments.list'] });
  api.answer(caseCauses.listCaseCauses, { data: [] });
  api.answer(
    departments.listDepartments,
    pageOf([{ id: 9, title: 'Night shift', version: 1, categories_count: 0, escalations_count: 0 }]),
  );
});

describe('the list of cases', () => {
  it('tells of each case what was answered, whose it is and who has claimed it', async () => {
    api.answer(
      cases.listCases,
      pageOf([
        caseOf(1),
        caseOf(2, {
          state: 'claimed',
          claimed_by_name: 'Nora Nurse',
          given_name: null,
          family_name: null,
          contact_name: 'Robin',
        }),
        caseOf(3, { given_name: null, family_name: null, kiosk_label: 'Lobby tablet' }),
        caseOf(4, { given_name: null, family_name: null }),
      ]),
    );
    await renderScreen('/cases/index?open=1');
    const rows = await readRows('Cases');
    expect(rows[0]).toMatch(/Cold How was the food\?NewQuill, DaraW1KitchenNobody yet/);
    expect(rows[1]).toMatch(/ClaimedRobinW1KitchenNora Nurse/);
    expect(rows[2]).toContain('Somebody at Lobby tablet');
    expect(rows[3]).toContain('Unnamed patient');
    expect(lastQuery()).toMatchObject({ open: '1' });
  });

  it('changes the view, and keeps what is searched for and the department', async () => {
    api.answer(cases.listCases, pageOf([caseOf(1)]));
    const { user, at } = await renderScreen('/cases/index?open=1&term=cold&department_id=9');
    await screen.findByRole('link', { name: 'Cold' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Open' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Mine' }));
    await waitFor(() => expect(at().search).toEqual({ open: '1', mine: '1', term: 'cold', department_id: '9' }));
    await user.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(at().search).toEqual({ term: 'cold', department_id: '9' }));
    await waitFor(() =>
      expect(lastQuery()).toEqual({ page: '1', per_page: '25', term: 'cold', department_id: '9', sort: '-created_at' }),
    );
  });

  it('shows what is overdue and how severe it is, and lists overdue cases by their due time', async () => {
    api.answer(
      cases.listCases,
      pageOf([
        caseOf(1, { severity: 'urgent', due_at: '2020-01-01T10:00:00.000Z', overdue: true }),
        caseOf(2, { severity: 'high', due_at: '2120-01-01T10:00:00.000Z' }),
        caseOf(3, { state: 'closed', due_at: '2020-01-01T10:00:00.000Z' }),
      ]),
    );
    const { user, at } = await renderScreen('/cases/index?open=1');
    const rows = await readRows('Cases');
    expect(rows[0]).toMatch(/Urgent.*Overdue/);
    expect(rows[1]).toMatch(/High/);
    expect(rows.slice(1).join()).not.toContain('Overdue');
    await user.click(screen.getByRole('radio', { name: 'Overdue' }));
    await waitFor(() => expect(at().search).toEqual({ overdue: '1', sort: 'due_at' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ overdue: '1', sort: 'due_at' }));
  });

  it('is filtered by a department that has no case on this page', async () => {
    api.answer(cases.listCases, pageOf([caseOf(1)]));
    const { user, at } = await renderScreen('/cases/index');
    await screen.findByRole('link', { name: 'Cold' });
    await waitFor(() => expect(api.requestsTo(departments.listDepartments)).toHaveLength(1));
    await chooseFilter(user, 'Department', 'Night shift');
    await waitFor(() => expect(at().search).toEqual({ department_id: '9' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ department_id: '9' }));
  });

  it('has only the departments of its rows for who may not list them', async () => {
    signIn({ permissions: ['cases.list'] });
    api.answer(cases.listCases, pageOf([caseOf(1)]));
    const { user } = await renderScreen('/cases/index');
    await user.click(await screen.findByRole('button', { name: 'Filter by Department' }));
    const choices = await screen.findAllByRole('radio', { name: 'Kitchen' });
    expect(choices.map((radio) => radio.getAttribute('value'))).toEqual(['4']);
    expect(api.requestsTo(departments.listDepartments)).toEqual([]);
  });

  it('is filtered by a cause, and leads to the counts and, who may change it, to the list of causes', async () => {
    signIn({ permissions: ['cases.list', 'departments.update'] });
    api.answer(cases.listCases, pageOf([caseOf(1)]));
    api.answer(caseCauses.listCaseCauses, {
      data: [{ id: 4, title: 'Food', active: false, sort_order: 1, used: true, version: 1 }],
    });
    const { user, at } = await renderScreen('/cases/index');
    await chooseFilter(user, 'Cause', 'Food');
    await waitFor(() => expect(at().search).toEqual({ cause_id: '4' }));
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses).toEqual(expect.arrayContaining(['/cases/by_cause', '/cases/causes']));
  });

  it('opens a case by its row', async () => {
    api.answer(cases.listCases, pageOf([caseOf(7)]));
    const { user, at } = await renderScreen('/cases/index');
    await user.click(await screen.findByRole('cell', { name: 'Quill, Dara' }));
    await waitFor(() => expect(at().path).toBe('/cases/7'));
  });
});
