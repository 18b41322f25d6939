import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConfigured } from './testing/start-configured.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let database: TestServer;
let folder: string;
beforeAll(async () => {
  database = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-health-'));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = (settings: Record<string, string>) =>
  startConfigured(database, { DATA_DIR: folder, PORT: '0', MLLP_PORT: '0', ...settings });

it.each(['worker', 'mllp', 'web'])(
  'a process with the role %s alone tells how it is on a port of its own',
  async (role) => {
    const server = await start({ ROLES: role, METRICS_PORT: '0' });
    try {
      expect(server.metricsPort).not.toBe(server.port);
      const at = `http://127.0.0.1:${server.metricsPort}`;
      expect(await (await fetch(`${at}/healthz`)).json()).toEqual({ status: 'ok' });
      const ready = await fetch(`${at}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', database: 'writable' }]);
      expect(await (await fetch(`${at}/metrics`)).text()).toContain('wardvoice_messages_waiting 0');
      expect((await fetch(`${at}/api/v1/applications`)).status).toBe(404);
    } finally {
      await server.stop();
    }
  },
);

it('without the setting there is no such port', async () => {
  const server = await start({ ROLES: 'worker' });
  expect([server.port, server.metricsPort]).toEqual([null, null]);
  await server.stop();
});

it('with a port of its own for figures, the port of the screens has none', async () => {
  const server = await start({ ROLES: 'web', METRICS_PORT: '0' });
  const statusOf = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`).then(({ status }) => status);
  expect([await statusOf('/healthz'), await statusOf('/metrics')]).toEqual([200, 404]);
  await server.stop();
});

it('the API describes itself, unless that is switched off', async () => {
  const statusesWith = async (settings: Record<string, string>) => {
    const server = await start({ ROLES: 'web', ...settings });
    const at = `http://127.0.0.1:${server.port}`;
    const statuses: number[] = [];
    for (const path of ['/api/openapi.json', '/api/docs/', '/metrics']) statuses.push((await fetch(at + path)).status);
    await server.stop();
    return statuses;
  };
  expect(await statusesWith({})).toEqual([200, 200, 200]);
  expect(await statusesWith({ API_DOCS: '0' })).toEqual([404, 404, 200]);
});
