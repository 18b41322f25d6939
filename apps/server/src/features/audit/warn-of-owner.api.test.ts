import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import { createLog } from '../../platform/log.ts';
import { systemScope } from '../../platform/scope.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { warnOfOwner } from './index.ts';
import { getAuditState } from './verification.queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Starts as a role of the database. Returns what the log and the screen say. */
async function startAs(connectionString: string): Promise<{ said: string; ownedByProgram: boolean }> {
  const url = new URL(connectionString);
  url.pathname = new URL(server.connectionString).pathname;
  let said = '';
  const log = createLog('warn', { write: (line: string) => void (said += line) });
  const db = openDatabase(url.href, log, 1);
  try {
    await warnOfOwner({ ...server.ctx, db, log });
    const state = await db.transaction(systemScope('audit'), (tx) => getAuditState(tx, server.ctx.keys, new Date()));
    return { said, ownedByProgram: state.owned_by_program };
  } finally {
    await db.close();
  }
}

it('a start with the role that owns the tables says what to do, and so does the screen', async () => {
  const { said, ownedByProgram } = await startAs(inject('testServer').ownerConnectionString);
  expect(said).toMatch(/owns the tables.*docs\/operations\.md says how.*DATABASE_OWNER_URL/);
  expect(ownedByProgram).toBe(true);
});

it('a start with a role that owns nothing says nothing', async () => {
  expect(await startAs(inject('testServer').connectionString)).toEqual({ said: '', ownedByProgram: false });
});
