import { connect as connectTls } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { wrapFrame } from '@wardvoice/hl7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adt } from '../../testing/hl7-messages.ts';
import { makeAuthority, type Certificate } from '../../testing/outside/make-certificate.ts';
import { connectMllp } from '../../testing/outside/mllp-sender.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let other: TestApplication;
let superuser: TestUser;
let port: number;

const authority = makeAuthority();

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
  ({ port } = await server.startMllp());
});
beforeEach(async () => {
  hospital = await server.makeApplication();
  other = await server.makeApplication();
});
afterAll(() => server.stop());

const allow = (allowed_peers: string[], user = superuser) =>
  server.call({
    method: 'PUT',
    url: `/api/v1/applications/${hospital.id}`,
    headers: user.headers,
    payload: { application: { allowed_peers } },
  });

let sent = 0;
const messageOf = ({ facility }: TestApplication) => adt({ facility, controlId: `P${(sent += 1)}` });

async function sendFrom(localAddress: string, application = hospital): Promise<string> {
  const sender = await connectMllp(port, localAddress);
  const answer = await sender.send(messageOf(application));
  sender.end();
  return answer;
}

const messagesFor = async (user: TestUser, path = '/hl7_messages'): Promise<Json[]> =>
  (await server.call({ url: `/api/v1${path}`, headers: user.headers })).body.data;

describe('a sender that may send from one address', () => {
  it('is refused from another, where nothing of it is stored as the hospital’s, and superusers see it', async () => {
    expect((await allow(['127.0.0.2'])).status).toBe(200);
    expect(await sendFrom('127.0.0.2')).toContain('MSA|AA');
    const refused = await sendFrom('127.0.0.3');
    expect(refused).toContain('MSA|AR');
    expect(refused).toMatch(/ERR\|.*204.*may not come from this address/);
    await server.processAll();
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    expect(await messagesFor(admin)).toHaveLength(1);
    const errors = await messagesFor(superuser, `/hl7_messages/errors?term=P${sent}`);
    const text = expect.stringContaining('may not come from this address');
    expect(errors).toMatchObject([{ error: { code: '204', field: 'MSH-4', text } }]);
  });

  it('leaves other senders as they are', async () => {
    await allow(['127.0.0.2']);
    expect(await sendFrom('127.0.0.3', other)).toContain('MSA|AA');
  });

  it('may send from everywhere with the credentials of the application', async () => {
    await allow(['127.0.0.2']);
    const credentials = Buffer.from(`${hospital.accessKey}:${hospital.accessSecret}`).toString('base64');
    const { status, body } = await server.call({
      method: 'POST',
      url: '/api/v1/hl7',
      payload: messageOf(hospital),
      remoteAddress: '10.4.4.4',
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'text/plain' },
    });
    expect([status, body]).toEqual([200, expect.stringContaining('MSA|AA')]);
  });

  it('obeys a change from the next message on, also on an open connection', async () => {
    const sender = await connectMllp(port, '127.0.0.3');
    expect(await sender.send(messageOf(hospital))).toContain('MSA|AA');
    await allow(['127.0.0.2']);
    expect(await sender.send(messageOf(hospital))).toContain('MSA|AR');
    await allow(['127.0.0.2', '127.0.0.3/32']);
    expect(await sender.send(messageOf(hospital))).toContain('MSA|AA');
    sender.end();
  });
});

describe('a sender that must show its certificate', () => {
  async function sendOverTls(tlsPort: number, certificate: Certificate): Promise<string> {
    const socket = connectTls({ port: tlsPort, host: '127.0.0.1', ca: authority.cert, ...certificate });
    const answer = new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
      socket.once('error', reject);
    });
    socket.write(wrapFrame(Buffer.from(messageOf(hospital))));
    return answer.finally(() => socket.destroy());
  }

  it('is known by the name or the fingerprint in it, and refused with another of the same authority', async () => {
    const tls = { ...authority.issue('127.0.0.1'), ca: authority.cert };
    const { port: tlsPort } = await server.startMllp({ tls });
    const [engine, stranger] = [authority.issue('engine'), authority.issue('stranger')];
    await allow(['CN=engine']);
    expect(await sendOverTls(tlsPort, engine)).toContain('MSA|AA');
    expect(await sendOverTls(tlsPort, stranger)).toContain('MSA|AR');
    await allow([`SHA256=${new X509Certificate(stranger.cert).fingerprint256}`]);
    expect(await sendOverTls(tlsPort, stranger)).toContain('MSA|AA');
    expect(await sendOverTls(tlsPort, engine)).toContain('MSA|AR');
    expect(await sendFrom('127.0.0.1')).toContain('MSA|AR');
  });
});

describe('the list', () => {
  it.each(['10.1.2', '10.0.0.0/33', 'engine.hospital.example', 'CN=', 'SHA256=AB:CD'])(
    'refuses %s, and says what to give',
    async (entry) => {
      const { status, body } = await allow([entry]);
      expect([status, JSON.stringify(body.errors)]).toEqual([422, expect.stringContaining('Give addresses such as')]);
    },
  );

  it('is changed by superusers only, and the change is in the audit', async () => {
    const admin = await server.makeUser({
      applications: [hospital],
      permissions: ['admin', 'applications.view', 'applications.update'],
    });
    expect((await allow(['10.0.0.0/8'], admin)).status).toBe(403);
    expect((await allow([], admin)).status).toBe(200);
    await allow(['10.0.0.0/8']);
    const url = `/api/v1/audit?record_type=applications&record_id=${hospital.id}&user_id=${superuser.id}`;
    const { body } = await server.call({ url, headers: superuser.headers });
    expect(body.data[0]).toMatchObject({ action: 'update', details: { fields: ['allowed_peers'] } });
  });
});
