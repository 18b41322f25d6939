// @vitest-environment jsdom
import { departments, reportPacks, reports } from '@wardvoice/contract';
import { beforeEach, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const board: reportPacks.ReportSchedule = {
  id: 3,
  title: 'Board pack',
  rhythm: 'month',
  survey: null,
  location: null,
  department: null,
  active: true,
  next_on: '2026-12-01',
  people_count: 3,
  last: { from: '2026-10-01', to: '2026-10-31', sent_count: 2, waiting_count: 0, missing_count: 1 },
  version: 2,
};
const detail: reportPacks.ReportScheduleDetail = {
  ...board,
  people: [
    { id: 7, name: 'Nora Board', may_read: true },
    { id: 8, name: 'Otto Gone', may_read: false },
  ],
};
const sending: reportPacks.ReportSending = {
  id: 20,
  name: 'Nora Board',
  from: '2026-10-01',
  to: '2026-10-31',
  state: 'sent',
  reason: null,
  last_error: null,
  asked_by: null,
  created_at: '2026-11-01T07:00:00.000Z',
  sent_at: '2026-11-01T07:00:03.000Z',
};

beforeEach(() => {
  signIn({ permissions: ['report_schedules.list', 'report_schedules.update', 'surveys.view'] });
  api.answer(reportPacks.listReportReaders, {
    data: [
      { id: 7, name: 'Nora Board', wards: [] },
      { id: 9, name: 'Piet Ward', wards: ['ASH'] },
    ],
  });
  api.answer(reports.getQuestions, {
    data: {
      survey: null,
      from: '2026-08-01',
      to: '2026-10-31',
      hidden: true,
      choices: { surveys: [{ id: 5, title: 'Your stay' }], wards: ['ASH'], languages: [] },
      questions: [],
      answers: null,
    },
  });
  api.answer(departments.listDepartments, pageOf([]));
  api.answer(reportPacks.getReportSchedule, { data: detail });
  api.answer(reportPacks.listReportSendings, pageOf([sending]));
});

it('the list says when the next one leaves, and who got none of the last', async () => {
  const ward = { ...board, id: 4, title: 'Ash', location: 'ASH', active: false, next_on: null, last: null };
  api.answer(reportPacks.listReportSchedules, pageOf([board, ward]));
  await renderScreen('/reports/by_email/index');
  await screen.findByText('Board pack');
  const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toMatch(/Board pack.*most answers.*Each month.*3.*1 person got none.*on 1 Dec 2026/);
  expect(second).toMatch(/Ash.*ASH · .*not sent yet.*Switched off/);
});

it('a report is sent to people who may read it, each week, about a survey and a ward', async () => {
  api.answer(reportPacks.createReportSchedule, { data: detail });
  const { user } = await renderScreen('/reports/by_email/create');
  await user.type(await screen.findByLabelText(/^Title/), 'Ash each week');
  await user.selectOptions(screen.getByLabelText(/^How often/), 'week');
  await user.click(screen.getByLabelText(/^Who gets it/));
  await user.click(await screen.findByRole('option', { name: 'Piet Ward' }));
  await user.click(screen.getByLabelText(/^Survey/));
  await user.click(await screen.findByRole('option', { name: 'Your stay' }));
  await user.type(screen.getByLabelText(/^Ward/), 'ASH');
  await user.click(screen.getByText('Send a report', { selector: 'button *' }));
  await waitFor(() =>
    expect(api.requestsTo(reportPacks.createReportSchedule).map(({ body }) => body)).toEqual([
      {
        report_schedule: {
          title: 'Ash each week',
          rhythm: 'week',
          survey_id: 5,
          location: 'ASH',
          department_id: null,
          active: true,
          user_ids: [9],
        },
      },
    ]),
  );
});

it('nothing is sent before somebody is chosen', async () => {
  const { user } = await renderScreen('/reports/by_email/create');
  await user.type(await screen.findByLabelText(/^Title/), 'For nobody');
  await user.click(screen.getByText('Send a report', { selector: 'button *' }));
  await screen.findByText('Choose at least one person.');
  expect(api.requestsTo(reportPacks.createReportSchedule)).toEqual([]);
});

it('its page names who gets nothing any more, and says of each report what came of it', async () => {
  const leftOut = {
    ...sending,
    id: 21,
    name: 'Otto Gone',
    state: 'left_out',
    reason: 'no_access',
    sent_at: null,
  } as const;
  const failed = {
    ...sending,
    id: 22,
    state: 'failed',
    last_error: '550 no such user',
    asked_by: 'Ann Admin',
  } as const;
  api.answer(reportPacks.listReportSendings, pageOf([failed, leftOut, sending]));
  await renderScreen('/reports/by_email/3');
  await screen.findByText(/get nothing: Otto Gone/);
  expect(await readRows('What was sent')).toEqual([
    expect.stringMatching(/Nora Board.*Failed.*550 no such user · asked for by Ann Admin/),
    expect.stringMatching(/Otto Gone.*Left out.*May not see results here any more/),
    expect.stringMatching(/Nora Board.*1 Oct 2026 – 31 Oct 2026.*Sent/),
  ]);
});

it('is looked at by oneself before everybody gets it', async () => {
  api.answer(reportPacks.sendReportNow, { data: { count: 1 } });
  const { user } = await renderScreen('/reports/by_email/3');
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Only to me' }));
  await screen.findByText('The report is on its way to you.');
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'To all 2' }));
  await screen.findByText('The reports are on their way.');
  expect(api.requestsTo(reportPacks.sendReportNow).map(({ body }) => body)).toEqual([
    { sending: { only_me: true } },
    { sending: { only_me: false } },
  ]);
});

it('cannot be changed or sent by somebody who may only read', async () => {
  signIn({ permissions: ['report_schedules.list'] });
  await renderScreen('/reports/by_email/3');
  await screen.findByText(/1 Oct 2026/);
  for (const name of ['Send now', 'Edit', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull();
});
