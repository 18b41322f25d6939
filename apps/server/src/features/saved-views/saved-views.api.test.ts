import { savedViews } from '@wardvoice/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let superuser: TestUser;
let application: TestApplication;
let nurse: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  application = await server.makeApplication();
  nurse = await server.makeUser({ applications: [application], permissions: ['messages.list', 'cases.list'] });
  admin = await server.makeUser({ applications: [application], permissions: ['admin'] });
});

const VIEW = { list: '/messages/index', name: 'Errors of Ann', address: 'state=error&term=Ann%20Lee' };
const save = (user: TestUser, view: object = {}) =>
  server.as(user)('POST', '/saved_views', { saved_view: { ...VIEW, ...view } });
const change = (user: TestUser, id: number, view: object) =>
  server.as(user)('PUT', `/saved_views/${id}`, { saved_view: view });
const namesFor = async (user: TestUser): Promise<string[]> =>
  (await server.as(user)('GET', '/saved_views')).body.data.map(({ name }: Json) => name);

describe('a saved view', () => {
  it('is kept with its filters, renamed, replaced and deleted by its owner, and nobody else sees it', async () => {
    const saved = await save(nurse);
    expect(saved.status).toBe(201);
    expect(saved.body.data).toMatchObject({ ...VIEW, shared: false, version: 1 });
    const { id } = saved.body.data;
    const changed = await change(nurse, id, { name: 'Failures', address: 'state=error', version: 1 });
    expect(changed.body.data).toMatchObject({ name: 'Failures', address: 'state=error', version: 2 });
    expect(await namesFor(admin)).toEqual([]);
    expect((await change(admin, id, { name: 'Mine' })).status).toBe(404);
    expect((await server.as(admin)('DELETE', `/saved_views/${id}`)).status).toBe(404);
    expect((await server.as(nurse)('DELETE', `/saved_views/${id}`)).status).toBe(200);
    expect((await server.as(nurse)('DELETE', `/saved_views/${id}`)).status).toBe(404);
    expect(await namesFor(nurse)).toEqual([]);
  });

  it('is shared, and what is shared is changed, by administrators only', async () => {
    expect((await save(nurse, { shared: true })).status).toBe(403);
    const { id } = (await save(admin, { shared: true })).body.data;
    expect(await namesFor(nurse)).toEqual([VIEW.name]);
    expect((await change(nurse, id, { name: 'Mine' })).status).toBe(403);
    expect((await server.as(nurse)('DELETE', `/saved_views/${id}`)).status).toBe(403);
    expect((await change(admin, id, { name: 'Ours' })).status).toBe(200);
    expect(await namesFor(nurse)).toEqual(['Ours']);
  });

  it('shows nobody what was searched in a list that they may not open', async () => {
    const other = await server.makeUser({ applications: [application], permissions: ['cases.list'] });
    const { id } = (await save(admin, { shared: true })).body.data;
    expect(await namesFor(other)).toEqual([]);
    expect((await change(other, id, { name: 'x' })).status).toBe(404);
    expect((await save(other)).status).toBe(403);
  });

  it('has a name of its own in its list, whatever its case, also when two save at once', async () => {
    const both = await Promise.all([save(nurse, { name: 'Écran' }), save(nurse, { name: 'écran' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    const again = await save(nurse, { name: 'ÉCRAN' });
    expect(again.body.errors).toMatchObject({ name: [expect.stringContaining('already')] });
    expect((await save(nurse, { list: '/cases/index', name: 'écran', address: 'term=x' })).status).toBe(201);
    expect((await save(admin, { name: 'écran' })).status).toBe(201);
    expect((await save(admin, { name: 'écran', shared: true })).status).toBe(201);
  });

  it('is renamed by one of two at once, and the other is told', async () => {
    const { id } = (await save(nurse)).body.data;
    const both = await Promise.all(['First', 'Second'].map((name) => change(nurse, id, { name, version: 1 })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('keeps only what its list knows, and has limits', async () => {
    const refused = async (view: object) => {
      const { status, body } = await save(nurse, view);
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await refused({ address: 'colour=red' })).toEqual([422, ['address']]);
    expect(await refused({ address: 'page=2' })).toEqual([422, ['address']]);
    expect(await refused({ address: '' })).toEqual([422, ['address']]);
    expect(await refused({ address: 'term=Ä' })).toEqual([422, ['address']]);
    expect(await refused({ address: `term=${'x'.repeat(savedViews.MAX_VIEW_ADDRESS)}` })).toEqual([422, ['address']]);
    expect(await refused({ list: '/nowhere/index' })).toEqual([422, ['list']]);
    expect(await refused({ name: ' ' })).toEqual([422, ['name']]);
    expect(await refused({ name: 'x'.repeat(81) })).toEqual([422, ['name']]);
  });

  it('is refused beyond fifty of a person, whose colleagues and shared views have their own', async () => {
    await within(server, application, (tx) =>
      tx
        .insertInto('saved_views')
        .values(
          Array.from({ length: savedViews.MAX_VIEWS - 1 }, (_, at) => ({
            ...VIEW,
            name: `View ${at}`,
            words: '',
            application_id: application.id,
            user_id: admin.id,
          })),
        )
        .execute(),
    );
    const both = await Promise.all([save(admin, { name: 'x' }), save(admin, { name: 'y' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    expect((await save(admin, { shared: true })).status).toBe(201);
    expect((await save(nurse)).status).toBe(201);
  });

  it('is of one application: whoever works in none is asked for it', async () => {
    expect((await server.as(superuser)('GET', '/saved_views')).status).toBe(409);
  });

  it('leaves the names of its filters in the audit, and neither its name nor what was searched', async () => {
    const { id } = (await save(nurse)).body.data;
    const { body } = await server.as(admin)('GET', `/audit?record=saved_views`);
    const text = JSON.stringify(body.data);
    expect(body.data[0]).toMatchObject({ record_id: id });
    expect(text).toContain('state, term');
    expect(text).not.toContain('Ann');
  });
});

describe('the views of somebody who leaves', () => {
  it('an application go with them, and those that they shared or have elsewhere stay', async () => {
    const other = await server.makeApplication();
    const both = await server.makeUser({ applications: [application, other], permissions: ['admin'] });
    await save(both, { name: 'Own' });
    await save(both, { name: 'Shared', shared: true });
    await server.as(both)('PUT', '/session/application', { application_id: other.id });
    await server.as(superuser)('POST', `/users/${both.id}/permissions`, {
      permission: { id: await idOfPermission('admin') },
    });
    expect((await save(both, { name: 'Elsewhere' })).status).toBe(201);
    expect((await server.as(admin)('DELETE', `/users/${both.id}/applications/${application.id}`)).status).toBe(200);
    expect(await storedIn(application)).toEqual(['Shared']);
    expect(await storedIn(other)).toEqual(['Elsewhere']);
    expect((await server.as(superuser)('DELETE', `/users/${both.id}`)).status).toBe(200);
    expect(await storedIn(other)).toEqual([]);
  });
});

const idOfPermission = async (name: string): Promise<number> =>
  (await server.as(superuser)('GET', `/permissions?paginate=0&term=${name}`)).body.data.find(
    (one: Json) => one.name === name,
  ).id;

const storedIn = async (of: TestApplication): Promise<string[]> => {
  const rows = await within(server, of, (tx) =>
    tx.selectFrom('saved_views').select('name').where('application_id', '=', of.id).orderBy('name').execute(),
  );
  return rows.map(({ name }) => name);
};
