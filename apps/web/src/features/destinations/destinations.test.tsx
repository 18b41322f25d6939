// @vitest-environment jsdom
import { destinations } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const laboratory: destinations.Destination = {
  id: 3,
  name: 'Laboratory',
  host: 'lab.example',
  port: 2576,
  tls: true,
  ca: null,
  client_certificate: null,
  client_certificate_until: null,
  messages: true,
  answers: false,
  message_types: ['ADT^A01', 'ADT^A03'],
  wards: [],
  acknowledgements: 'always',
  answer_seconds: 10,
  on_error: 'stop',
  active: true,
  stopped_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
  waiting: 2,
  failed: 1,
  oldest_at: '2026-11-20T10:00:00.000Z',
  version: 4,
};
const stopped = { ...laboratory, id: 4, name: 'Archive', active: false, stopped_at: '2026-11-20T10:00:00.000Z' };
const refused: destinations.DestinationMessage = {
  id: 70,
  message_id: 12,
  feedback_id: null,
  message_control_id: 'K12',
  message_type: 'ADT',
  event: 'A01',
  state: 'failed',
  queued_at: '2026-11-20T10:00:00.000Z',
  attempts: 1,
  next_attempt_at: null,
  attempted_at: '2026-11-20T10:00:00.000Z',
  answer: 'AR',
  application_answer: null,
  error: 'The receiver answered AR.',
};

beforeEach(() => signIn({ permissions: ['admin'] }));

it('the list of destinations shows where each leads, what waits, and which stands still', async () => {
  const paused = { ...laboratory, id: 5, name: 'Cancer registry', active: false };
  api.answer(destinations.listDestinations, pageOf([laboratory, stopped, paused]));
  await renderScreen('/destinations/index');
  await screen.findByText('Archive');
  const [, first, second, third] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toMatch(/Laboratory.*lab\.example:2576.*Sends.*2.*1/);
  expect(second).toMatch(/Archive.*Stopped/);
  expect(third).toMatch(/Cancer registry.*Paused/);
});

describe('a new destination', () => {
  it('is by TLS unless somebody chooses clear text, of which the form warns', async () => {
    api.answer(destinations.createDestination, { data: laboratory });
    const { user } = await renderScreen('/destinations/create');
    await user.type(await screen.findByLabelText(/^Name/), 'Laboratory');
    await user.type(screen.getByLabelText(/^Host/), 'lab.example');
    expect(screen.queryByText('Patients’ data leaves unencrypted')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Encryption'), 'plain');
    expect(screen.getByText('Patients’ data leaves unencrypted')).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Encryption'), 'system');
    await user.type(screen.getByLabelText('Types of messages'), 'ADT^A01{Enter}');
    await user.click(screen.getByText('Make destination', { selector: 'button *' }));
    await waitFor(() =>
      expect(api.requestsTo(destinations.createDestination).map(({ body }) => body)).toMatchObject([
        {
          destination: {
            name: 'Laboratory',
            host: 'lab.example',
            port: 2575,
            tls: true,
            ca: null,
            message_types: ['ADT^A01'],
            on_error: 'stop',
          },
        },
      ]),
    );
  });

  it('may take answers alone, and then asks for no types of messages', async () => {
    api.answer(destinations.createDestination, { data: { ...laboratory, messages: false, answers: true } });
    const { user } = await renderScreen('/destinations/create');
    await user.type(await screen.findByLabelText(/^Name/), 'Records');
    await user.type(screen.getByLabelText(/^Host/), 'records.example');
    await user.click(screen.getByLabelText('Received messages'));
    await user.click(screen.getByLabelText(/^Answers \(ORU/));
    expect(screen.queryByLabelText('Types of messages')).toBeNull();
    await user.click(screen.getByText('Make destination', { selector: 'button *' }));
    await waitFor(() =>
      expect(api.requestsTo(destinations.createDestination).map(({ body }) => body)).toMatchObject([
        { destination: { messages: false, answers: true } },
      ]),
    );
  });

  it('shows a certificate of its own where the receiver wants one, and never the key that is stored', async () => {
    const shown = { ...laboratory, client_certificate: 'OURS', client_certificate_until: '2027-03-12T10:00:00.000Z' };
    api.answer(destinations.getDestination, { data: shown });
    api.answer(destinations.updateDestination, { data: shown });
    api.answer(destinations.listDestinationMessages, pageOf([]));
    const { user } = await renderScreen('/destinations/3/edit');
    await user.type(await screen.findByLabelText(/^Our certificates/), ' AND THEIRS');
    const key = screen.getByLabelText<HTMLTextAreaElement>(/^Its private key/);
    expect([key.value, key.required]).toEqual(['', false]);
    await user.click(screen.getByText('Save changes', { selector: 'button *' }));
    const sent = () => api.requestsTo(destinations.updateDestination).map(({ body }) => body);
    await waitFor(() => expect(sent()).toMatchObject([{ destination: { client_certificate: 'OURS AND THEIRS' } }]));
    expect(sent()[0]).not.toHaveProperty('destination.client_key');
  });

  it('says which type of message is none', async () => {
    const { user } = await renderScreen('/destinations/create');
    await user.type(await screen.findByLabelText(/^Name/), 'Laboratory');
    await user.type(screen.getByLabelText(/^Host/), 'lab.example');
    await user.type(screen.getByLabelText('Types of messages'), 'admissions{Enter}');
    await user.click(screen.getByText('Make destination', { selector: 'button *' }));
    // The summary above the form says it as well.
    expect((await screen.findAllByText('Enter a type such as ADT or ADT^A01.')).length).toBeGreaterThan(0);
    expect(api.requestsTo(destinations.createDestination)).toEqual([]);
  });
});

describe('a destination', () => {
  const show = async (destination: destinations.Destination) => {
    api.answer(destinations.getDestination, { data: destination });
    api.answer(destinations.listDestinationMessages, pageOf([refused]));
    const drawn = await renderScreen(`/destinations/${destination.id}`);
    await screen.findByRole('heading', { level: 1, name: destination.name });
    return drawn;
  };

  it('shows what it sends, and leads from results to the answers', async () => {
    const records = { ...laboratory, answers: true, client_certificate_until: '2027-03-12T10:00:00.000Z' };
    api.answer(destinations.getDestination, { data: records });
    const results = {
      ...refused,
      message_id: null,
      feedback_id: 55,
      message_control_id: 'WVR55',
      message_type: 'ORU',
      event: 'R01',
    };
    api.answer(destinations.listDestinationMessages, pageOf([results]));
    await renderScreen(`/destinations/${records.id}`);
    expect((await screen.findByRole('link', { name: 'WVR55' })).getAttribute('href')).toBe('/feedback/records/55');
    expect(screen.getByText('Received messages, Answers (ORU^R01)')).toBeDefined();
    expect(screen.getByText(/12 Mar(ch)? 2027/)).toBeDefined();
  });

  it('that has stopped says what to do, and goes on when somebody resumes it', async () => {
    api.answer(destinations.resumeDestination, { data: laboratory });
    api.answer(destinations.resendDestinationMessage, { data: { ...refused, state: 'waiting' } });
    const { user } = await show(stopped);
    expect(screen.getByText('The queue has stopped')).toBeDefined();
    const row = await screen.findByRole('row', { name: /K12.*ADT\^A01.*Given up.*answered AR/ });
    await user.click(within(row).getByRole('button', { name: 'Send again: K12' }));
    await waitFor(() =>
      expect(api.requestsTo(destinations.resendDestinationMessage).map(({ path }) => path)).toEqual([
        expect.stringMatching(/destinations\/4\/messages\/70\/resend$/),
      ]),
    );
    await user.click(screen.getByText('Resume', { selector: 'button *' }));
    await waitFor(() => expect(api.requestsTo(destinations.resumeDestination)).toHaveLength(1));
    expect(api.requestsTo(destinations.pauseDestination)).toEqual([]);
  });

  it('says whether there is a connection, in words', async () => {
    api.answer(destinations.testDestination, { data: { ok: false, error: 'No connection: ECONNREFUSED.' } });
    const { user } = await show(laboratory);
    await user.click(screen.getByText('Test connection', { selector: 'button *' }));
    expect(await screen.findByText(/ECONNREFUSED/)).toBeDefined();
  });

  it('is deleted after a question', async () => {
    api.answer(destinations.deleteDestination, { data: { id: 3 } });
    api.answer(destinations.listDestinations, pageOf([]));
    const { user } = await show(laboratory);
    await user.click(screen.getByText('Delete', { selector: 'button *' }));
    expect(api.requestsTo(destinations.deleteDestination)).toEqual([]);
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(destinations.deleteDestination)).toHaveLength(1));
  });
});
