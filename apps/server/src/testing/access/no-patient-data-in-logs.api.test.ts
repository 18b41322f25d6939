import { TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobHandlers } from '../../jobs.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createLog } from '../../platform/log.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../builders.ts';
import { adt, type MessageParts } from '../hl7-messages.ts';
import { connectMllp } from '../outside/mllp-sender.ts';
import { PASSWORD, startTestServer, type TestServer } from '../test-server.ts';

/** Everything that the server logs at the most detailed level. */
const said: string[] = [];
let server: TestServer;
let superuser: pg.Client;

beforeAll(async () => {
  server = await startTestServer({
    registration: true,
    log: createLog('trace', { write: (line) => void said.push(line) }),
  });
  superuser = new pg.Client({ connectionString: server.superuserConnectionString });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await server.stop();
});

const PATIENT: MessageParts = {
  family: 'Quillfeather',
  given: 'Zebedee',
  born: '19440229',
  patient: 'MRN-777333',
  visit: 'VIS-555111',
  phone: '07700 900321^PRN^CP^zebedee.quillfeather@example.org',
};
const SECRETS = [
  'Quillfeather',
  'Zebedee',
  '19440229',
  '1944-02-29',
  'MRN-777333',
  'VIS-555111',
  '900321',
  'example.org',
];

it('nothing of a patient, no link and no secret is ever logged', async () => {
  const hospital = await makeAskingApplication(server, { channel: 'sms_or_email' });
  const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const about = { ...PATIENT, facility: hospital.facility };

  // Messages that are correct, broken, cut off, too large, and from an unknown sender.
  await feed(server, hospital, { ...about, event: 'A01' }, { ...about, event: 'A03' });
  await feed(server, hospital, { ...about, born: '19440229-odd' }, { ...about, at: 'Quillfeather' });
  const { port } = await server.startMllp({ maxFrameBytes: 2_000, silenceMs: 50 });
  const sender = await connectMllp(port);
  for (const message of [
    adt({ ...about, without: ['PID'] }),
    adt({ ...about, facility: 'NOWHERE', event: 'A08' }),
    adt({ ...about, version: '9' }),
    'Quillfeather',
  ])
    await sender.send(message);
  sender.write(`\x0b${adt(about).slice(0, 150)}`);
  await sender.closed;
  const flood = await connectMllp(port);
  flood.write(`\x0b${adt(about)}${'Quillfeather'.repeat(500)}`);
  await flood.closed;

  await server.processAll();

  // Answers in a patient's words, and gateways that fail in every way.
  await server.runJobs();
  const token = linkIn(server.gateways.texts.at(-1)?.text ?? '');
  await answerBadly(server, token, 'Zebedee Quillfeather was left alone.');
  await server.call({ method: 'GET', url: `/api/v1/feedback/${token}` });

  // A gateway and a job that fail over what they were given.
  const fail = () => Promise.reject(new SyntaxError('Unexpected token Q, "Quillfeather 900321" is not valid JSON'));
  const throwing = { name: 'throwing', close: async () => undefined, send: fail };
  const ctx = { ...server.ctx, gateways: { ...server.gateways, sms: throwing, email: throwing } };
  await feed(server, hospital, { ...about, event: 'A03', patient: 'MRN-777333-2', phone: '07700 900322^PRN^CP' });
  await within(server, hospital, (tx) => enqueue(tx, [{ task: 'fail', payload: {}, maxAttempts: 1 }]));
  const worker = startWorker({
    connectionString: server.connectionString,
    log: server.ctx.log,
    handlers: { ...jobHandlers(ctx), fail },
  });
  for (const failed of ['a job failed', 'a delivery could not be sent'])
    await expect.poll(() => said.some((line) => line.includes(failed)), { timeout: 10_000 }).toBe(true);
  await worker.stop();

  // Messages and calls that the database refuses with a reason.
  await superuser.query(`
    create function refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'value "%" (%) is not to our taste', new.family_name, new.phone
        using detail = new.email, hint = new.identifier;
    end $$;
    create trigger refuse before update on patients for each row execute function refuse();`);
  await feed(server, hospital, { ...about, event: 'A08' });
  await superuser.query(
    `drop trigger refuse on patients; alter table patients rename column family_name_lower to gone`,
  );
  const search = await server.call({
    method: 'GET',
    url: '/api/v1/hl7_messages?term=Quillfeather',
    headers: nurse.headers,
  });
  expect(search.status).toBe(500);
  expect(JSON.stringify(search.body)).not.toContain('Quillfeather');

  // Calls that fail and contain secrets.
  const bad = [
    { method: 'POST' as const, url: '/api/login', payload: { username: 'zebedee@example.org', password: PASSWORD } },
    {
      method: 'POST' as const,
      url: '/api/login',
      payload: '{"password": "Quillfeather',
      headers: { 'content-type': 'application/json' },
    },
    { method: 'GET' as const, url: `/feedback/${token}?lang=Quillfeather` },
    { method: 'GET' as const, url: `/nowhere/${token}` },
    {
      method: 'POST' as const,
      url: '/api/v1/hl7',
      payload: 'MSH|Quillfeather',
      headers: {
        'content-type': 'text/plain',
        authorization: `Basic ${btoa(`${hospital.accessKey}:${hospital.accessSecret}`)}`,
      },
    },
  ];
  for (const call of bad) await server.call(call);

  const log = said.join('');
  // The failed batch, message, job and call were logged: without that the test would prove nothing.
  for (const words of [
    'processed one by one',
    'could not be processed',
    'a job failed',
    'a call failed',
    'P0001',
    'went silent inside a frame',
  ])
    expect([words, log.includes(words)]).toEqual([words, true]);
  const secrets = [
    ...SECRETS,
    token,
    nurse.headers.authorization.slice(7),
    PASSWORD,
    hospital.accessSecret,
    'MSH|',
    'PID|',
  ];
  for (const secret of secrets)
    expect([secret, said.find((line) => line.includes(secret))?.slice(0, 300)]).toEqual([secret, undefined]);
  // The job runner stores no patient data in its own table either.
  const { rows } = await superuser.query(
    'select last_error from graphile_worker._private_jobs where last_error is not null',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('Quillfeather');
  expect(await within(server, hospital, (tx) => tx.selectFrom('hl7_messages').select('id').execute())).not.toEqual([]);
});

it('nothing that grants access is ever logged: no password, no token, no code', async () => {
  const user = await server.makeUser({});
  const call = (path: string, payload: object, headers = {}) =>
    server.call({ method: 'POST', url: `/api/v1${path}`, payload, headers, remoteAddress: '10.6.0.1' });
  const chosen = 'quillfeather in the attic';
  const newcomer = { name: 'Zebedee', email: 'zebedee@wardvoice.example', password: chosen };
  await call('/register', { user: newcomer });
  await call('/login', { username: user.email, password: chosen });
  const begun = await call('/account/two-step', { password: PASSWORD }, user.headers);
  const code = new TOTP({ secret: begun.body.data.secret as string }).generate();
  const confirmed = await call('/account/two-step/confirm', { code }, user.headers);
  const asked = await call('/login', { username: user.email, password: PASSWORD });
  await call('/login/two-step', { two_step_token: asked.body.two_step_token, code });
  const recovery = String(confirmed.body.data.recovery_codes[0]);
  const signedIn = await call('/login/two-step', { two_step_token: asked.body.two_step_token, code: recovery });
  expect(signedIn.status).toBe(200);

  // A gateway that throws, then one that accepts the e-mail.
  await call('/forgot-password', { email: user.email });
  const throwing = { ...server.ctx, gateways: { ...server.gateways, email: brokenGateway } };
  const worker = startWorker({
    connectionString: server.connectionString,
    log: server.ctx.log,
    handlers: jobHandlers(throwing),
  });
  await expect.poll(() => said.some((line) => line.includes('send-account-email')), { timeout: 10_000 }).toBe(true);
  await worker.stop();
  const linkTo = (page: string) =>
    new RegExp(`/${page}/([\\w-]+)`).exec(server.gateways.emails.map(({ text }) => text).join())?.[1] ?? '';
  // A job that the worker still held when it was stopped becomes due only after it has failed there.
  await expect
    .poll(
      async () => {
        await server.runJobs({ asOf: new Date(Date.now() + 3_600_000) });
        return [linkTo('reset-password'), linkTo('confirm-registration')];
      },
      { timeout: 20_000 },
    )
    .not.toContain('');
  const link = linkTo('reset-password');
  await server.call({ method: 'GET', url: `/reset-password/${link}`, headers: { accept: 'text/html' } });
  const registration = linkTo('confirm-registration');
  await server.call({ method: 'GET', url: `/confirm-registration/${registration}`, headers: { accept: 'text/html' } });
  const confirmation = { registration_token: registration, password: chosen };
  expect((await call('/register/confirm', { user: confirmation })).status).toBe(200);
  await call('/reset-password', { user: { reset_token: link, email: 'nobody@wardvoice.example', password: chosen } });
  expect(
    (await call('/reset-password', { user: { reset_token: link, email: user.email, password: chosen } })).status,
  ).toBe(200);

  const secrets = [
    PASSWORD,
    chosen,
    String(begun.body.data.secret),
    recovery,
    link,
    registration,
    newcomer.email,
    String(asked.body.two_step_token),
    String(signedIn.body.auth_token),
    user.headers.authorization.slice(7),
    user.email,
  ];
  for (const secret of secrets)
    expect([secret, said.find((line) => line.includes(secret))?.slice(0, 300)]).toEqual([secret, undefined]);
});

const brokenGateway = {
  name: 'broken',
  close: async () => undefined,
  send: ({ text }: { text: string }) => Promise.reject(new SyntaxError(text)),
};
