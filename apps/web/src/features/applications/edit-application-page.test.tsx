// @vitest-environment jsdom
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen } from '../../testing/render.tsx';
import { account, applications, type ReplyOf } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { getSession } from '../../api/session.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { sessionReply, signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const hospital: ReplyOf<typeof applications.editApplication>['data'] = {
  id: 4,
  version: 1,
  title: 'Northside',
  logo: null,
  messages_after: null,
  time_zone: 'Europe/Dublin',
  country: 'IE',
  language: 'en',
  access_key: '01234567',
  sending_facilities: ['NORTH'],
  sender_name: null,
  sender_email: null,
  sms_sender: null,
  unwatched_notice: null,
  html_emails: true,
  sends_per_minute: null,
  minimum_age: 18,
  survey_interval_days: 30,
  max_messages_per_day: null,
  max_messages_per_week: null,
  quiet_from: '21:00:00',
  quiet_to: '08:00:00',
  case_escalation_minutes: 30,
  working_hours: ['08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-18:00', '', ''],
  case_hours_urgent: 4,
  case_hours_high: 10,
  case_hours_normal: 30,
  invitation_valid_days: 42,
  accept_other_types: true,
  listens_only: false,
  identifier_types: ['MR'],
  death_dispositions: ['20'],
  loss_diagnoses: ['O03'],
  date_order: null,
  accept_missing_control_id: false,
  listener_port: null,
  allowed_peers: ['10.1.2.3'],
  acknowledgement_mode: 'original',
  raw_retention_days: null,
  personal_retention_days: null,
  de_escalation_survey_id: null,
  two_step_required: 'nobody',
  surveys: [],
};

async function renderForm(superUser: boolean) {
  const who = { superUser, permissions: ['applications.view', 'applications.update'] };
  signIn(who);
  api.answer(applications.editApplication, { data: hospital });
  api.answer(applications.updateApplication, { data: { ...hospital, version: 2 } });
  const reply = sessionReply(who);
  api.answer(account.getSession, { ...reply, data: { ...reply.data, name: 'Nora Renewed' } });
  const { user } = await renderScreen('/applications/4/edit');
  await screen.findByDisplayValue('Northside');
  return user;
}
const sent = () => api.requestsTo(applications.updateApplication)[0]?.body;

/** The form is left, and the session is read again because it has the title of the application. */
async function saved() {
  await screen.findByText('Another screen');
  await expect.poll(() => getSession()?.current_user.name).toBe('Nora Renewed');
}

it('a superuser says from where messages may come', async () => {
  const user = await renderForm(true);
  expect(screen.getByText('10.1.2.3')).toBeTruthy();
  await user.type(screen.getByLabelText('May send from', { selector: 'input' }), 'CN=engine{Enter}');
  await user.click(screen.getByText('Save application'));
  await expect.poll(sent).toMatchObject({ application: { allowed_peers: ['10.1.2.3', 'CN=engine'] } });
  await saved();
});

it('what is no address is refused beside its field', async () => {
  const user = await renderForm(true);
  await user.type(screen.getByLabelText('May send from', { selector: 'input' }), 'the engine{Enter}');
  await user.click(screen.getByText('Save application'));
  expect(await screen.findByText(/^Give addresses such as 10\.1\.2\.3/)).toBeTruthy();
  expect(sent()).toBeUndefined();
});

it('others do not see where messages come from, and change nothing of it', async () => {
  const user = await renderForm(false);
  expect(screen.queryByLabelText('May send from')).toBeNull();
  await user.click(screen.getByText('Save application'));
  await expect.poll(sent).toMatchObject({ application: { title: 'Northside' } });
  await saved();
  expect(JSON.stringify(sent())).not.toMatch(/allowed_peers|sending_facilities/);
});

it('says of whom two-step sign-in is required', async () => {
  const user = await renderForm(false);
  const field = screen.getByLabelText('Two-step sign-in is required of', { selector: 'input' });
  expect(field).toHaveProperty('value', 'Nobody');
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'Administrators and superusers' }));
  await user.click(screen.getByText('Save application'));
  await expect.poll(sent).toMatchObject({ application: { two_step_required: 'administrators' } });
  await saved();
});

it('says when people work on cases, and until when cases should be closed', async () => {
  const user = await renderForm(false);
  await user.click(screen.getByRole('switch', { name: 'Tuesday' }));
  await user.click(screen.getByRole('switch', { name: 'Saturday' }));
  const until = screen.getByLabelText('Saturday to');
  await user.clear(until);
  await user.type(until, '12:30');
  const urgent = screen.getByLabelText('Close an urgent case within');
  await user.clear(urgent);
  await user.type(urgent, '2');
  await user.click(screen.getByText('Save application'));
  await expect.poll(sent).toMatchObject({
    application: {
      working_hours: ['08:00-18:00', '', '08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-12:30', ''],
      case_hours_urgent: 2,
    },
  });
  await saved();
});

it('refuses hours that end before they begin', async () => {
  const user = await renderForm(false);
  const until = screen.getByLabelText('Monday to');
  await user.clear(until);
  await user.type(until, '07:00');
  await user.click(screen.getByText('Save application'));
  expect(await screen.findAllByText('Use hours such as 08:00-18:00 that end after they begin.')).not.toEqual([]);
  expect(sent()).toBeUndefined();
});
