import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adt } from '../../testing/hl7-messages.ts';
import { connectMllp } from '../../testing/outside/mllp-sender.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { startApplicationListeners, type ApplicationListeners } from './application-listeners.ts';

let server: TestServer;
let listeners: ApplicationListeners;
let hospital: TestApplication;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
  hospital = await server.makeApplication();
  await server.makeApplication();
  listeners = startApplicationListeners({
    db: server.ctx.db,
    clock: server.ctx.clock,
    log: server.ctx.log,
    receiver: server.receiver,
    mllp: { host: '127.0.0.1', tls: null },
  });
});
afterAll(async () => {
  await listeners.close();
  await server.stop();
});

async function change(application: Record<string, unknown>) {
  const url = `/api/v1/applications/${hospital.id}`;
  const answer = await server.call({ method: 'PUT', url, headers: superuser.headers, payload: { application } });
  expect(answer.status).toBe(200);
  await listeners.refresh();
}
const shown = async () => {
  const url = `/api/v1/applications/${hospital.id}`;
  return (await server.call({ method: 'GET', url, headers: superuser.headers })).body.data.listeners;
};

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('a port of its own', () => {
  it('accepts every message for its application, whoever it names as sender, in the mode that is set', async () => {
    const port = await freePort();
    await change({ listener_port: port });
    expect(await shown()).toMatchObject([{ port, error: null }]);
    const sender = await connectMllp(port);
    expect(await sender.send(adt({ facility: 'NOBODY KNOWS' }))).toContain('MSA|AA');
    // An open connection stays open and uses the new mode.
    await change({ acknowledgement_mode: 'enhanced' });
    expect(await sender.send(adt({ facility: 'NOBODY KNOWS' }))).toContain('MSA|CA');
    sender.end();
    await server.processAll();

    const other = await freePort();
    await change({ listener_port: other });
    await expect(connectMllp(port)).rejects.toThrow(/ECONNREFUSED/);
    (await connectMllp(other)).end();
    await change({ listener_port: null });
    await expect(connectMllp(other)).rejects.toThrow(/ECONNREFUSED/);
    expect(await shown()).toEqual([]);
  });

  it('that is in use by another program is reported on the page, and opened once it is free', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as AddressInfo;
    await change({ listener_port: port });
    expect(await shown()).toMatchObject([{ port, error: expect.stringContaining(`Port ${port} is in use`) }]);
    await new Promise((resolve) => holder.close(resolve));
    await listeners.refresh();
    expect(await shown()).toMatchObject([{ port, error: null }]);
  });
});
