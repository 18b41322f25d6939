// @vitest-environment jsdom
import { dataExports, reports } from '@wardvoice/contract';
import { beforeEach, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen, waitFor } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const none = { very_good: 0, good: 0, neither: 0, poor: 0, very_poor: 0, dont_know: 0 };
const total = { eligible: 300, responses: 120, answers: none, modes: { sms: 0, online: 0, device: 0, other: 0 } };
const answer = (survey: reports.FftReturn['survey']) =>
  api.answer(reports.getFftReturn, { data: { survey, month: '2026-10', rows: [], total } });

beforeEach(() => {
  signIn({ permissions: ['admin'] });
  api.answer(dataExports.listDataExports, { ...pageOf([]), place: 'folder', keep_days: 30 });
  api.answer(dataExports.getNightlyExport, {
    data: { active: false, subjects: [], format: 'parquet', with_comments: false, days: null },
  });
});

it('the monthly return is offered where a survey has the question of the test, for each month that is over', async () => {
  answer({ id: 4, title: 'How was it?' });
  const { user } = await renderScreen('/data-exports/index');
  expect(await screen.findByText('120 responses of 300 who were discharged')).toBeDefined();
  const months = [...screen.getByLabelText<HTMLSelectElement>('Month').options].map(({ value }) => value);
  await user.selectOptions(screen.getByLabelText('Month'), months[2] ?? '');
  await waitFor(() => expect(api.requestsTo(reports.getFftReturn).at(-1)?.query).toEqual({ month: months[2] }));
});

it('the monthly return is not offered elsewhere', async () => {
  answer(null);
  await renderScreen('/data-exports/index');
  await waitFor(() => expect(api.requestsTo(reports.getFftReturn)).toHaveLength(1));
  expect(screen.queryByText(/monthly return/)).toBeNull();
});
