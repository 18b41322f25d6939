// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { cases, departments, duty } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { departmentOf } from '../../testing/settings-records.ts';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const ALL = ['departments.view', 'departments.update', 'departments.delete', 'cases.list', 'categories.view'];

const turnOf = (id: number, sort_order: number, names: string[]): departments.Escalation => ({
  id,
  department_id: 4,
  survey_id: 2,
  survey_title: 'Discharge',
  sort_order,
  user_ids: names.map((_, index) => index),
  on_duty: false,
  users: names.map((name, index) => ({ id: index, name })),
  version: 7,
});

beforeEach(() => {
  api.answer(departments.getDepartment, {
    data: departmentOf(4, 'Kitchen', {
      open_cases_count: 2,
      wards_count: 3,
      kiosks_count: 1,
      categories: [{ id: 12, title: 'Food' }],
    }),
  });
  api.answer(departments.listEscalations, pageOf([turnOf(31, 1, ['Nora', 'Robin']), turnOf(32, 2, [])]));
  api.answer(duty.listShifts, rotaOf([], []));
  api.answer(departments.listEscalationChoices, {
    data: { surveys: [{ id: 2, title: 'Discharge' }], users: [{ id: 5, name: 'Sam' }] },
  });
});

const rotaOf = (shifts: duty.Shift[], people: string[]) => ({
  data: shifts,
  on_duty: { people: people.map((name, id) => ({ id, name })) },
  time_zone: 'Europe/Dublin',
});
const NIGHT: duty.Shift = {
  id: 9,
  weekday: 1,
  starts: '19:00',
  ends: '07:00',
  users: [{ id: 5, name: 'Sam' }],
  version: 3,
};

async function renderDepartment(permissions = ALL) {
  signIn({ permissions });
  const drawn = await renderScreen('/departments/4');
  await screen.findByRole('heading', { name: 'Kitchen' });
  return drawn;
}

describe('the page of a department', () => {
  it('says who hears in which turn, and where nobody is left', async () => {
    await renderDepartment();
    await screen.findByText('Nora, Robin');
    const rows = within(screen.getByRole('list', { name: 'Escalations' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DischargeTurn 1Nora, Robin',
      'DischargeTurn 2Nobody is left to hear',
    ]);
    expect(screen.getByRole('link', { name: 'Food' }).getAttribute('href')).toBe('/categories/12');
  });

  it('leads to its open cases', async () => {
    const { user, at } = await renderDepartment();
    await user.click(screen.getByRole('link', { name: '2 open cases' }));
    await waitFor(() => expect(at()).toEqual({ path: '/cases/index', search: { open: '1', department_id: '4' } }));
    expect(api.requestsTo(cases.listCases)).toEqual([]);
  });

  it('is only to be read by who may only read it', async () => {
    await renderDepartment(['departments.view']);
    await screen.findByText('Nora, Robin');
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.getByText('Food')).toBeDefined();
  });

  it('is deleted after the question, which says what becomes of its cases', async () => {
    api.answer(departments.deleteDepartment, { data: { id: 4 } });
    const { user, at } = await renderDepartment();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const box = await screen.findByRole('dialog', { name: 'Delete Department #4?' });
    expect(box.textContent).toContain('2 open cases stay open and keep its name');
    expect(box.textContent).toContain('3 wards are left without a department. Answers on 1 tablet no longer belong');
    await answerBox(user, 'Yes');
    await waitFor(() => expect(at().path).toBe('/departments/index'));
    expect(api.requestsTo(departments.deleteDepartment)).toHaveLength(1);
  });
});

describe('the escalations of a department', () => {
  it('are removed one by one, after the question who will no longer be told', async () => {
    api.answer(departments.deleteEscalation, { data: { id: 31 } });
    const { user } = await renderDepartment();
    await user.click(await screen.findByRole('button', { name: 'Remove turn 1 of Discharge' }));
    const box = await screen.findByRole('dialog', { name: 'Remove turn 1 of Discharge?' });
    expect(box.textContent).toContain('Nora, Robin will no longer be told.');
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(departments.deleteEscalation)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove turn 1 of Discharge' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('Escalation #31 was deleted.');
    expect(api.requestsTo(departments.deleteEscalation)[0]?.path).toBe('/departments/4/escalations/31');
  });

  it('are added with a survey, people and a turn', async () => {
    api.answer(departments.createEscalation, { data: turnOf(33, 1, ['Sam']) });
    const { user } = await renderDepartment();
    await user.click(screen.getByRole('button', { name: 'Add escalation' }));
    const box = await screen.findByRole('dialog', { name: 'Add escalation' });
    await user.click(within(box).getByRole('button', { name: 'Add escalation' }));
    expect(await within(box).findByText('People: Choose at least one person.')).toBeDefined();
    expect(within(box).getByText('Survey: Choose a survey.')).toBeDefined();
    expect(api.requestsTo(departments.createEscalation)).toEqual([]);

    await user.click(within(box).getByPlaceholderText('Select a survey'));
    await user.click(await screen.findByRole('option', { name: 'Discharge' }));
    await user.click(within(box).getByPlaceholderText('Choose who hears'));
    await user.click(await screen.findByRole('option', { name: 'Sam' }));
    await user.click(within(box).getByRole('button', { name: 'Add escalation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(departments.createEscalation)[0]?.body).toEqual({
      department_escalation: { survey_id: 2, user_ids: [5], sort_order: 1, on_duty: false },
    });
    await waitFor(() => expect(api.requestsTo(departments.listEscalations).length).toBeGreaterThan(1));
  });

  it('are changed; who would hear no longer has to be replaced', async () => {
    api.answer(departments.updateEscalation, { data: turnOf(32, 3, ['Sam']) });
    const { user } = await renderDepartment();
    await user.click(await screen.findByRole('button', { name: 'Change turn 2 of Discharge' }));
    const box = await screen.findByRole('dialog', { name: 'Change escalation' });
    await user.click(within(box).getByRole('button', { name: 'Save' }));
    expect(await within(box).findByText('People: Choose at least one person.')).toBeDefined();
    await user.click(within(box).getByPlaceholderText('Choose who hears'));
    await user.click(await screen.findByRole('option', { name: 'Sam' }));
    await user.clear(within(box).getByLabelText(/^Turn/));
    await user.type(within(box).getByLabelText(/^Turn/), '3');
    await user.click(within(box).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [request] = api.requestsTo(departments.updateEscalation);
    expect(request?.path).toBe('/departments/4/escalations/32');
    expect(request?.body).toEqual({
      department_escalation: { survey_id: 2, user_ids: [5], sort_order: 3, on_duty: false, version: 7 },
    });
  });
});

describe('who would be told now', () => {
  const rowOf = (more: Partial<departments.EscalationCheckRow>): departments.EscalationCheckRow => ({
    survey_id: 2,
    survey_title: 'Discharge',
    survey_active: true,
    question: 'How was the food?',
    option: 'Bad',
    department_id: 4,
    department_title: 'Kitchen',
    wards: [],
    by_ward: false,
    levels: [],
    falls_back: false,
    empty_levels: [],
    ...more,
  });
  const levelOf = (level: number, ...names: string[]) => ({
    level,
    people: names.map((name, index) => ({ user_id: index, name, locations: [] })),
  });

  async function readCheck(rows: departments.EscalationCheckRow[], falling_back = 0) {
    signIn({ permissions: ['departments.list', 'departments.view'] });
    api.answer(departments.listDepartments, pageOf([]));
    api.answer(departments.checkEscalations, { data: rows, falling_back });
    await renderScreen('/departments/index');
    const list = await screen.findByRole('list', { name: 'Who would be told now' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(rows.length));
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  }

  it('is said for each answer that calls for help, turn by turn where there are several', async () => {
    expect(
      await readCheck([
        rowOf({ levels: [levelOf(1, 'Nora', 'Robin')] }),
        rowOf({ option: 'Terrible', levels: [levelOf(1, 'Nora'), levelOf(2, 'Sam')] }),
        rowOf({ option: 'Cold', department_id: null, department_title: null }),
      ]),
    ).toEqual([
      'Discharge: Bad How was the food?KitchenNora, Robin',
      'Discharge: Terrible How was the food?KitchenTurn 1: Nora · Turn 2: Sam',
      'Discharge: Cold How was the food?No departmentNobody is left to hear',
    ]);
  });

  it('warns where only the administrators would be', async () => {
    const rows = await readCheck([rowOf({ falls_back: true, levels: [levelOf(1, 'Ada Admin')] })], 1);
    expect(rows[0]).toContain('Only administrators Ada Admin');
    expect(screen.getByText('1 answer reaches only administrators')).toBeDefined();
  });
});

describe('the duty rota of a department', () => {
  it('says who is on duty when, and now', async () => {
    api.answer(duty.listShifts, rotaOf([NIGHT], ['Sam', 'Kim']));
    await renderDepartment(['departments.view']);
    const rows = within(await screen.findByRole('list', { name: 'Duty rota' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Monday 19:00 to 07:00 the next daySam']);
    expect(screen.getByText('On duty now: Sam, Kim')).toBeDefined();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('is changed by a shift', async () => {
    api.answer(duty.listShifts, rotaOf([NIGHT], []));
    api.answer(duty.updateShift, { data: NIGHT });
    const { user } = await renderDepartment();
    expect(await screen.findByText('Nobody is on duty now.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Change the shift Monday 19:00 to 07:00 the next day' }));
    const box = await screen.findByRole('dialog', { name: 'Change the shift' });
    await user.clear(within(box).getByLabelText(/^To/));
    await user.type(within(box).getByLabelText(/^To/), '08:30');
    await user.click(within(box).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.requestsTo(duty.updateShift)[0]?.body).toEqual({
        duty_shift: { weekday: 1, starts: '19:00', ends: '08:30', user_ids: [5], version: 3 },
      }),
    );
  });

  it('loses a shift after the question', async () => {
    api.answer(duty.listShifts, rotaOf([NIGHT], []));
    api.answer(duty.deleteShift, { data: { id: 9 } });
    const { user } = await renderDepartment();
    await user.click(await screen.findByRole('button', { name: /^Remove the shift Monday/ }));
    const box = await screen.findByRole('dialog', { name: /^Remove the shift Monday/ });
    expect(box.textContent).toContain('Sam will not be on duty');
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(duty.deleteShift)).toHaveLength(1));
  });

  it('says that it could not be read', async () => {
    api.refuse(duty.listShifts, 503, { message: 'The database is away.' });
    await renderDepartment();
    expect(await screen.findByText('The database is away.')).toBeDefined();
  });

  it('can decide about a turn', async () => {
    api.answer(departments.listEscalations, pageOf([{ ...turnOf(31, 1, ['Nora']), on_duty: true }]));
    await renderDepartment();
    expect(await screen.findByText('Whoever is on duty; when nobody is: Nora')).toBeDefined();
  });
});
