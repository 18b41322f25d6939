import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
let nurse: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  superuser = await server.makeUser({ superUser: true });
  [a, b] = [await server.makeApplication(), await server.makeApplication()];
  nurse = await server.makeUser({ applications: [a, b], role: 'ward_nurse', locations: ['W1'] });
  admin = await server.makeUser({ applications: [a, b], permissions: ['admin'] });
});

const as = (user: TestUser) => server.as(user);
const choose = (user: TestUser, application: TestApplication) =>
  as(user)('PUT', '/session/application', { application_id: application.id });
const applicationsOf = async (user: TestUser, by: TestUser): Promise<Json[]> =>
  (await as(by)('GET', `/users/${user.id}/applications`)).body.data;
const setWards = (by: TestUser, application: TestApplication, locations: unknown, version?: number) =>
  as(by)('PUT', `/users/${nurse.id}/applications/${application.id}`, { application_user: { locations, version } });

describe('the applications of a person', () => {
  it('are shown to a superuser with role and wards, and to others without', async () => {
    const seen = await applicationsOf(nurse, superuser);
    expect(seen.map(({ id, seat }) => [id, seat.locations, seat.role.id > 0])).toEqual(
      [a, b].toSorted((one, other) => one.title.localeCompare(other.title)).map(({ id }) => [id, ['W1'], true]),
    );
    const seenByAdmin = await applicationsOf(nurse, admin);
    expect(seenByAdmin.map(({ seat }) => seat)).toEqual([null, null]);
  });

  it('have wards that a superuser changes one by one, wherever they work themselves', async () => {
    await choose(superuser, a);
    expect((await setWards(superuser, b, ['W2', 'W2', 'W3'])).status).toBe(200);
    const wardsIn = async (application: TestApplication) =>
      (await applicationsOf(nurse, superuser)).find(({ id }) => id === application.id)?.seat.locations;
    expect([await wardsIn(a), await wardsIn(b)]).toEqual([['W1'], ['W2', 'W3']]);
    const { body } = await as(superuser)('GET', `/audit?record_type=users&record_id=${nurse.id}`);
    expect(JSON.stringify(body.data)).toContain('W3');
  });

  it('have wards that one of two superusers saves, and the other is told', async () => {
    const version = (await applicationsOf(nurse, superuser)).find(({ id }) => id === b.id)?.seat.version;
    const both = await Promise.all([setWards(superuser, b, ['W2'], version), setWards(superuser, b, [], version)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('have wards that nobody else changes from outside, and of nobody who is not there', async () => {
    expect((await setWards(admin, b, [])).status).toBe(403);
    const stranger = await server.makeUser({ applications: [a] });
    const path = `/users/${stranger.id}/applications/${b.id}`;
    expect((await as(superuser)('PUT', path, { application_user: { locations: [] } })).status).toBe(409);
    expect((await as(superuser)('PUT', path, { application_user: {} })).status).toBe(422);
  });
});

it('the wards of another application are told to superusers only', async () => {
  const ofB = `/wards?application_id=${b.id}`;
  expect((await as(superuser)('GET', ofB)).status).toBe(200);
  expect((await as(superuser)('GET', '/wards')).status).toBe(409);
  await choose(admin, a);
  expect((await as(admin)('GET', ofB)).status).toBe(404);
  expect((await as(admin)('GET', `/wards?application_id=${a.id}`)).status).toBe(200);
});

describe('somebody who has an account', () => {
  const invite = (by: TestUser, who: TestUser, seat: object = {}) =>
    as(by)('POST', '/account_invitations', {
      user: { name: 'Typed', email: who.email.toUpperCase() },
      application_user: seat,
    });

  it('is added by a superuser who invites them, with what was chosen, and keeps their own name', async () => {
    const other = await server.makeUser({ applications: [b] });
    await choose(superuser, a);
    const { status, body } = await invite(superuser, other, { locations: ['W4'] });
    expect([status, body.data]).toEqual([201, { id: null, added: { id: other.id, name: other.name } }]);
    const seat = (await applicationsOf(other, superuser)).find(({ id }) => id === a.id)?.seat;
    expect(seat).toMatchObject({ locations: ['W4'], role: null });
    expect((await choose(other, a)).status).toBe(200);
    const again = await invite(superuser, other);
    expect([again.status, again.body.errors]).toEqual([
      422,
      { email: ['This person belongs to this application already.'] },
    ]);
  });

  it('is added once by two superusers at once', async () => {
    const other = await server.makeUser({ applications: [b] });
    const second = await server.makeUser({ superUser: true });
    await Promise.all([choose(superuser, a), choose(second, a)]);
    const both = await Promise.all([invite(superuser, other), invite(second, other)]);
    expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 422]);
  });

  it('is not added by an administrator, who learns nothing of where they work', async () => {
    const other = await server.makeUser({ applications: [b] });
    const local = await server.makeUser({ applications: [a], permissions: ['admin'] });
    const { status, body } = await invite(local, other);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).not.toContain(b.title);
    expect((await applicationsOf(other, superuser)).map(({ id }) => id)).toEqual([b.id]);
  });
});
