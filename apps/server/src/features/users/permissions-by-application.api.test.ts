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
let a: TestApplication;
let b: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  [a, b] = [await server.makeApplication(), await server.makeApplication()];
  await choose(superuser, null);
});

const as = (user: TestUser) => server.as(user);
const choose = (user: TestUser, application: TestApplication | null) =>
  as(user)('PUT', '/session/application', { application_id: application?.id ?? null });
const idOf = async (name: string): Promise<number> =>
  (await as(superuser)('GET', `/permissions?paginate=0&term=${name}`)).body.data.find((one: Json) => one.name === name)
    .id;
const grant = async (by: TestUser, to: TestUser, name: string) =>
  as(by)('POST', `/users/${to.id}/permissions`, { permission: { id: await idOf(name) } });
const add = (by: TestUser, who: TestUser, to: TestApplication) =>
  as(by)('POST', `/users/${who.id}/applications`, { application: { id: to.id } });
/** The applications in which somebody may list cases. */
async function listsCasesIn(user: TestUser): Promise<string[]> {
  const titles: string[] = [];
  for (const application of [a, b]) {
    const isIn = (await choose(user, application)).status === 200;
    if (isIn && (await as(user)('GET', '/cases')).status === 200) titles.push(application.title);
  }
  return titles;
}

describe('a permission', () => {
  it('counts in the application in which it was granted', async () => {
    const nurse = await server.makeUser({ applications: [a, b] });
    const admin = await server.makeUser({ applications: [a], permissions: ['admin'] });
    expect((await grant(admin, nurse, 'cases.list')).status).toBe(201);
    expect(await listsCasesIn(nurse)).toEqual([a.title]);
    await choose(superuser, b);
    expect((await as(superuser)('GET', `/users/${nurse.id}/permissions`)).body.data).toEqual([]);
    expect((await as(superuser)('GET', `/users/${nurse.id}`)).body.data.permissions_count).toBe(0);
  });

  it('is told for the application that was just chosen, and not for the one before', async () => {
    const admin = await server.makeUser({ applications: [a], permissions: ['admin'] });
    await add(superuser, admin, b);
    expect((await choose(admin, b)).body.permissions).toEqual([]);
    expect((await choose(admin, a)).body.permissions).toEqual(['admin']);
  });

  it('makes an administrator of one hospital nobody in another, who is added to it', async () => {
    const admin = await server.makeUser({ applications: [a], permissions: ['admin'] });
    expect((await add(superuser, admin, b)).status).toBe(201);
    await choose(admin, b);
    for (const path of ['/users', '/cases', '/audit'])
      expect([path, (await as(admin)('GET', path)).status]).toEqual([path, 403]);
  });

  it('counts in every application of the person where a superuser without one granted it, later ones too', async () => {
    const nurse = await server.makeUser({});
    expect((await grant(superuser, nurse, 'cases.list')).body.data).toMatchObject([
      { name: 'cases.list', everywhere: true },
    ]);
    await add(superuser, nurse, a);
    expect(await listsCasesIn(nurse)).toEqual([a.title]);
    await add(superuser, nurse, b);
    expect(await listsCasesIn(nurse)).toEqual([a.title, b.title]);
    const admin = await server.makeUser({ applications: [a], permissions: ['admin'] });
    const path = `/users/${nurse.id}/permissions/${await idOf('cases.list')}`;
    expect((await as(admin)('DELETE', path)).status).toBe(409);
    expect((await as(superuser)('DELETE', path)).status).toBe(200);
    expect(await listsCasesIn(nurse)).toEqual([]);
  });

  it('goes with the application that the person is taken out of', async () => {
    const nurse = await server.makeUser({ applications: [a], permissions: ['cases.list'] });
    await as(superuser)('DELETE', `/users/${nurse.id}/applications/${a.id}`);
    await add(superuser, nurse, a);
    expect(await listsCasesIn(nurse)).toEqual([]);
  });
});

describe('an administrator of two applications', () => {
  it('adds people to those where they may change people, and takes them out of no other', async () => {
    const manager = await server.makeUser({ applications: [a, b] });
    await choose(superuser, a);
    await grant(superuser, manager, 'users.update');
    await grant(superuser, manager, 'users.view');
    await choose(manager, a);
    const nurse = await server.makeUser({ applications: [a] });
    const { available } = (await as(manager)('GET', `/users/${nurse.id}/applications`)).body;
    expect(available).toEqual([]);
    expect((await add(manager, nurse, b)).status).toBe(422);
    await choose(superuser, null);
    await add(superuser, nurse, b);
    expect((await as(manager)('DELETE', `/users/${nurse.id}/applications/${b.id}`)).status).toBe(403);
    await choose(superuser, b);
    await grant(superuser, manager, 'users.update');
    expect((await as(manager)('DELETE', `/users/${nurse.id}/applications/${b.id}`)).status).toBe(200);
    expect((await add(manager, nurse, b)).status).toBe(201);
  });

  it('brings nobody into one where they would have more permissions than the administrator', async () => {
    const manager = await server.makeUser({ applications: [a, b], permissions: ['users.update', 'users.view'] });
    await choose(superuser, a);
    await grant(superuser, manager, 'cases.list');
    await choose(superuser, null);
    const nurse = await server.makeUser({ applications: [a] });
    await grant(superuser, nurse, 'cases.list');
    await choose(manager, a);
    expect((await add(manager, nurse, b)).status).toBe(403);
  });

  it('may not change the password of somebody who may do more in the other', async () => {
    const manager = await server.makeUser({ applications: [a, b], permissions: ['users.update', 'users.view'] });
    const boss = await server.makeUser({ applications: [a, b] });
    await choose(superuser, b);
    await grant(superuser, boss, 'audit.list');
    await choose(manager, a);
    const password = { user: { password: 'rather long to guess' } };
    expect((await as(manager)('PUT', `/users/${boss.id}/reset-password`, password)).status).toBe(403);
    expect((await as(manager)('GET', `/users/${boss.id}`)).body.data).toMatchObject({
      may_manage: false,
      may_place: true,
    });
    expect((await grant(manager, boss, 'users.view')).status).toBe(201);
  });
});

it('a person who texted STOP to one hospital is not shown as silent in another', async () => {
  const nurse = await server.makeUser({ applications: [a, b] });
  const phone = '+447700900155';
  await within(server, b, async (tx) => {
    await tx.updateTable('users').set({ phone }).where('id', '=', nurse.id).execute();
    await tx
      .insertInto('opt_outs')
      .values({ application_id: b.id, channel: 'sms', address: phone, source: 'stop' })
      .execute();
  });
  const shown: unknown[] = [];
  for (const application of [a, b]) {
    await choose(superuser, application);
    shown.push((await as(superuser)('GET', `/users/${nurse.id}`)).body.data.phone_stopped);
  }
  expect(shown).toEqual([false, true]);
});
