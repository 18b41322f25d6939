import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { listenOn, makeScimClient, USER, type ScimClient } from '../../testing/outside/scim-client.ts';
import {
  PASSWORD,
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let address: string;
let hospital: TestApplication;
let neighbour: TestApplication;
let admin: TestUser;
let client: ScimClient;

beforeAll(async () => {
  server = await startTestServer();
  address = await listenOn(server);
  hospital = await server.makeApplication();
  neighbour = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  client = await makeClient(admin, ['ward_nurse']);
});
afterAll(() => server.stop());

const makeClient = (by: TestUser, roles?: string[]) => makeScimClient(server, { address, by, roles });

let made = 0;
const newPerson = () => {
  made += 1;
  return {
    userName: `nurse${made}@hospital.example`,
    externalId: `ext-${made}`,
    name: { givenName: 'Robin', familyName: `Nurse ${made}` },
    emails: [{ value: `nurse${made}@hospital.example`, type: 'work', primary: true }],
    active: true,
  };
};

const inDatabase = <T>(work: Parameters<TestServer['ctx']['db']['transaction']>[1]) =>
  server.ctx.db.transaction(systemScope('example'), work) as Promise<T>;
const applicationsOf = async (id: string | number): Promise<number[]> =>
  inDatabase(async (tx) => {
    const rows = await tx
      .selectFrom('application_users')
      .select('application_id')
      .where('user_id', '=', Number(id))
      .orderBy('application_id')
      .execute();
    return rows.map(({ application_id }) => application_id);
  });
const find = async (userName: string, by = client): Promise<Json> =>
  (await by.list('Users', { filter: `userName eq "${userName}"` })).Resources[0];

describe('a person whom the identity provider adds', () => {
  it('belongs to the application, has no permissions, and is found by every name', async () => {
    const person = newPerson();
    const { status, body, headers } = await client.send('POST', 'Users', { schemas: [USER], ...person });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...person, displayName: `Robin Nurse ${made}`, meta: { resourceType: 'User' } });
    expect(headers['location']).toBe(`http://wardvoice.test/scim/v2/Users/${body.id}`);
    expect(headers['etag']).toBe(body.meta.version);
    expect(await applicationsOf(body.id)).toEqual([hospital.id]);
    for (const filter of [
      `userName eq "${person.userName.toUpperCase()}"`,
      `externalId eq "${person.externalId}"`,
      `emails.value eq "${person.userName}"`,
      `emails[type eq "work"].value eq "${person.userName}"`,
      `emails[type eq "work" and value eq "${person.userName}"]`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${person.userName}"`,
      `id eq "${body.id}" and active eq true`,
      `displayName eq "robin nurse ${made}" and not (active eq false)`,
      `name.familyName co "urse ${made}" and externalId pr`,
      `userName sw "nurse${made}@" or userName eq "nobody"`,
    ]) {
      const found = await client.list('Users', { filter });
      expect([filter, found.totalResults, found.Resources[0]?.id]).toEqual([filter, 1, body.id]);
    }
    expect((await client.list('Users', { filter: 'userName eq "nobody"' })).totalResults).toBe(0);
  });

  it('chooses a password by a link, where nobody has single sign-on', async () => {
    const person = newPerson();
    await client.create(person);
    await server.runJobs();
    const mail = server.gateways.emails.findLast(({ to }) => to === person.userName);
    expect(mail?.subject).toBe('Your Wardvoice account');
    const token = /reset-password\/([\w-]+)/.exec(String(mail?.text))?.[1];
    const { status } = await server.call({
      method: 'POST',
      url: '/api/v1/reset-password',
      payload: { user: { email: person.userName, password: 'quite another long one', reset_token: token } },
    });
    expect(status).toBe(200);
    const login = { username: person.userName, password: 'quite another long one' };
    expect((await server.call({ method: 'POST', url: '/api/login', payload: login })).status).toBe(200);
  });

  it('is one person when the request comes twice at once', async () => {
    const person = { schemas: [USER], ...newPerson() };
    const answers = await Promise.all([client.send('POST', 'Users', person), client.send('POST', 'Users', person)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.scimType).toBe('uniqueness');
    const found = await client.list('Users', { filter: `userName eq "${person.userName}"` });
    expect(found.totalResults).toBe(1);
  });

  it('needs an e-mail address, of its own', async () => {
    const person = newPerson();
    const without = await client.send('POST', 'Users', { ...person, userName: 'robin', emails: [] });
    expect([without.status, without.body.scimType]).toEqual([400, 'invalidValue']);
    await client.create(person);
    const other = { ...newPerson(), emails: [{ value: person.userName.toUpperCase(), type: 'work' }] };
    const taken = await client.send('POST', 'Users', other);
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
    const sameId = await client.send('POST', 'Users', { ...newPerson(), externalId: person.externalId });
    expect([sameId.status, sameId.body.scimType]).toEqual([409, 'uniqueness']);
  });

  it('may have a userName that is no address', async () => {
    const person = { ...newPerson(), userName: 'DOMAIN-robin' };
    const { id } = await client.create(person);
    expect(await find('domain-ROBIN')).toMatchObject({ id, emails: [{ value: person.emails[0]?.value }] });
  });

  it('gets an account that belongs to no application, which then is in nobody else’s hands', async () => {
    const left = await server.makeUser({});
    const { id } = await client.create({ userName: left.email });
    expect([Number(id), await applicationsOf(id)]).toEqual([left.id, [hospital.id]]);
    const login = { username: left.email, password: PASSWORD };
    expect((await server.call({ method: 'POST', url: '/api/login', payload: login })).status).toBe(401);
    expect((await server.as(left)('GET', '/session')).status).toBe(401);
  });

  it('does not get the account of a superuser, of another application, or that an administrator switched off', async () => {
    const superuser = await server.makeUser({ superUser: true });
    const theirs = await server.makeUser({ applications: [neighbour] });
    const off = await server.makeUser({});
    await inDatabase((tx) =>
      tx.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', off.id).execute(),
    );
    const powerful = await server.makeUser({ permissions: ['admin'] });
    for (const { email, id } of [superuser, theirs, off, powerful]) {
      const { status, body } = await client.send('POST', 'Users', { userName: email });
      expect([status, body.scimType]).toEqual([409, 'uniqueness']);
      expect(await applicationsOf(id)).not.toContain(hospital.id);
    }
  });
});

describe('a person who changes', () => {
  it('is replaced by PUT and patched in the ways of several providers', async () => {
    const { id, externalId } = await client.create(newPerson());
    const put = await client.send('PUT', `Users/${id}`, {
      schemas: [USER],
      userName: `put${made}@hospital.example`,
      externalId,
      displayName: 'Robin of the ward',
      emails: [{ value: `put${made}@hospital.example`, primary: true }],
      active: true,
    });
    expect([put.status, put.body.displayName, put.body.emails[0].value, put.body.active]).toEqual([
      200,
      'Robin of the ward',
      `put${made}@hospital.example`,
      true,
    ]);

    const patched = await client.patch(`Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `patched${made}@hospital.example` },
      { op: 'Add', path: 'name.givenName', value: 'Robin' },
      { op: 'Add', path: 'name.familyName', value: 'Of Entra' },
      { op: 'Replace', path: 'displayName', value: 'Robin Of Entra' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Ward 5' },
      { op: 'Add', path: 'title', value: 'Nurse' },
    ]);
    expect(patched.body).toMatchObject({
      displayName: 'Robin Of Entra',
      name: { givenName: 'Robin', familyName: 'Of Entra', formatted: 'Robin Of Entra' },
      emails: [{ value: `patched${made}@hospital.example` }],
    });

    const okta = await client.patch(`Users/${id}`, [
      {
        op: 'replace',
        value: { 'name.familyName': 'Of Okta', name: { givenName: 'Alex' }, externalId: `okta-${made}` },
      },
    ]);
    expect(okta.body).toMatchObject({ displayName: 'Alex Of Okta', externalId: `okta-${made}` });

    const again = await client.patch(`Users/${id}`, [{ op: 'remove', path: 'externalId' }]);
    expect([again.status, 'externalId' in again.body]).toEqual([200, false]);
  });

  it('is the same after the same PATCH twice, and the audit has it once', async () => {
    const { id } = await client.create(newPerson());
    const operations = [{ op: 'Replace', path: 'displayName', value: 'Twice' }];
    const first = await client.patch(`Users/${id}`, operations);
    const second = await client.patch(`Users/${id}`, operations);
    expect(second.body).toEqual(first.body);
    const entries = await server.as(admin)('GET', `/audit?record_type=users&record_id=${id}`);
    expect(entries.body.data.map(({ action, user_name, user_id }: Json) => [action, user_name, user_id])).toEqual([
      ['update', 'Directory (SCIM)', null],
      ['create', 'Directory (SCIM)', null],
    ]);
  });

  it('is not changed when somebody else was faster, and is not sent again when it is known', async () => {
    const created = await client.create(newPerson());
    const path = `Users/${created.id}`;
    await client.patch(path, [{ op: 'replace', path: 'displayName', value: 'Newer' }]);
    const { version: old } = created.meta;
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect(
        (await client.send(method, path, method === 'DELETE' ? undefined : created, { 'if-match': old })).status,
      ).toBe(412);
    const { meta } = await client.get(path);
    expect((await client.send('GET', path, undefined, { 'if-none-match': meta.version })).status).toBe(304);
    expect((await client.send('DELETE', path, undefined, { 'if-match': meta.version })).status).toBe(204);
  });

  it('gets no password, factor, group or id by it', async () => {
    const person = {
      ...newPerson(),
      password: 'a password of the provider',
      roles: [{ value: 'admin' }],
      super_user: 1,
    };
    const { id } = await client.create(person);
    const login = { username: person.userName, password: person.password };
    expect((await server.call({ method: 'POST', url: '/api/login', payload: login })).status).toBe(401);
    for (const [path, value] of [
      ['password', 'another password of the provider'],
      ['groups', [{ value: '1' }]],
      ['id', '1'],
    ] as const) {
      const { status, body } = await client.patch(`Users/${id}`, [{ op: 'replace', path, value }]);
      expect([status, body.scimType]).toEqual([400, 'mutability']);
    }
    for (const path of ['super_user', 'superUser', 'nonsense', '__proto__', 'constructor.prototype.polluted']) {
      const { status, body } = await client.patch(`Users/${id}`, [{ op: 'add', path, value: 1 }]);
      expect([path, status, body.scimType]).toEqual([path, 400, 'invalidPath']);
    }
    const { permissions_count } = (await server.as(admin)('GET', `/users/${id}`)).body.data;
    expect(permissions_count).toBe(0);
  });
});

describe('a person who is switched off', () => {
  it('is out of the application at once, is shown as not active, and comes back with their wards', async () => {
    const person = newPerson();
    const { id } = await client.create(person);
    await server.as(admin)('PUT', `/users/${id}`, {
      user: {},
      application_user: { locations: ['ASH'], landing_page: '/cases/index' },
    });
    const off = await client.patch(`Users/${id}`, [{ op: 'Replace', path: 'active', value: 'False' }]);
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect(await applicationsOf(id)).toEqual([]);
    expect((await find(person.userName)).active).toBe(false);
    expect((await server.as(admin)('GET', `/users/${id}`)).status).toBe(404);
    // Twice is the same.
    const again = await client.patch(`Users/${id}`, [{ op: 'replace', value: { active: false } }]);
    expect([again.status, again.body]).toEqual([200, off.body]);

    const on = await client.patch(`Users/${id}`, [{ op: 'replace', value: { active: true } }]);
    expect([on.status, on.body.active]).toEqual([200, true]);
    const { application_user } = (await server.as(admin)('GET', `/users/${id}`)).body.data;
    expect([application_user.locations, application_user.landing_page]).toEqual([['ASH'], '/cases/index']);
  });

  it('is signed out, and knows no password when they come back', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    expect((await server.as(nurse)('GET', '/session')).status).toBe(200);
    await client.patch(`Users/${nurse.id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect((await server.as(nurse)('GET', '/session')).status).toBe(401);
    await client.patch(`Users/${nurse.id}`, [{ op: 'replace', path: 'active', value: true }]);
    const login = { username: nurse.email, password: PASSWORD };
    expect((await server.call({ method: 'POST', url: '/api/login', payload: login })).status).toBe(401);
  });

  it('is switched off even where the request has something else that cannot be done', async () => {
    const [one, other] = [await client.create(newPerson()), await client.create(newPerson())];
    const put = await client.send('PUT', `Users/${one.id}`, { ...one, userName: other.userName, active: false });
    expect([put.status, put.body.active, put.body.userName]).toEqual([200, false, one.userName]);
  });

  it('is not switched on by the provider when an administrator has switched the account off', async () => {
    const { id } = await client.create(newPerson());
    await server.as(admin)('PUT', `/users/${id}`, { user: { active: 0 } });
    expect((await client.get(`Users/${id}`)).active).toBe(false);
    const { status, body } = await client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect([status, body.scimType]).toEqual([400, 'mutability']);
    expect(body.detail).toMatch(/administrator/);
  });

  it('may be added when the provider begins with that', async () => {
    const { id, active } = await client.create({ ...newPerson(), active: false });
    expect([active, await applicationsOf(id)]).toEqual([false, []]);
    expect((await client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: 'True' }])).body.active).toBe(
      true,
    );
    expect(await applicationsOf(id)).toEqual([hospital.id]);
  });
});

describe('a person whom the provider deletes', () => {
  it('is gone, and the address is free for a new account', async () => {
    const person = newPerson();
    const { id } = await client.create(person);
    expect((await client.send('DELETE', `Users/${id}`)).status).toBe(204);
    expect((await client.send('DELETE', `Users/${id}`)).status).toBe(404);
    expect((await client.send('GET', `Users/${id}`)).status).toBe(404);
    expect(await find(person.userName)).toBeUndefined();
    expect((await client.create(person)).id).not.toBe(id);
  });

  it('or who was deleted on the screen, is forgotten, and their external id is free', async () => {
    const [deleted, removed] = [newPerson(), newPerson()];
    const ids = [(await client.create(deleted)).id, (await client.create(removed)).id];
    await server.as(admin)('DELETE', `/users/${ids[0]}`);
    await server.as(admin)('DELETE', `/users/${ids[1]}/applications/${hospital.id}`);
    for (const id of ids) expect((await client.send('GET', `Users/${id}`)).status).toBe(404);
    const again = [await client.create(deleted), await client.create(removed)];
    expect(again.map(({ externalId }) => externalId)).toEqual([deleted.externalId, removed.externalId]);
    const kept = await inDatabase<Json[]>((tx) =>
      tx.selectFrom('scim_people').select('user_id').where('user_id', '=', Number(ids[0])).execute(),
    );
    expect(kept).toEqual([]);
  });

  it('keeps an account that belongs to another application, or may do more than the token', async () => {
    const both = await server.makeUser({ applications: [hospital, neighbour] });
    const powerful = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    for (const { id } of [both, powerful]) expect((await client.send('DELETE', `Users/${id}`)).status).toBe(204);
    expect([await applicationsOf(both.id), await applicationsOf(powerful.id)]).toEqual([[neighbour.id], []]);
    for (const { email } of [both, powerful]) {
      const login = { username: email, password: PASSWORD };
      expect((await server.call({ method: 'POST', url: '/api/login', payload: login })).status).toBe(200);
    }
    // Whoever belongs elsewhere stays signed in there.
    expect((await server.as(both)('GET', '/session')).status).toBe(200);
  });
});

describe('what a token reaches', () => {
  it('is never a person of another application, by any call', async () => {
    const stranger = await server.makeUser({ applications: [neighbour] });
    const path = `Users/${stranger.id}`;
    const before = await inDatabase<Json>((tx) =>
      tx.selectFrom('users').selectAll().where('id', '=', stranger.id).executeTakeFirst(),
    );
    expect((await client.send('GET', path)).status).toBe(404);
    expect((await client.send('PUT', path, { userName: stranger.email, displayName: 'Taken' })).status).toBe(404);
    expect((await client.patch(path, [{ op: 'replace', path: 'active', value: false }])).status).toBe(404);
    expect((await client.send('DELETE', path)).status).toBe(404);
    for (const filter of [`userName eq "${stranger.email}"`, `id eq "${stranger.id}"`, `not (userName eq "x")`]) {
      const { Resources } = await client.list('Users', { filter, count: '200' });
      expect(Resources.map(({ id }: Json) => Number(id))).not.toContain(stranger.id);
    }
    const after = await inDatabase<Json>((tx) =>
      tx.selectFrom('users').selectAll().where('id', '=', stranger.id).executeTakeFirst(),
    );
    expect(after).toEqual(before);
  });

  it('is never a superuser, not even one who belongs to the application', async () => {
    const superuser = await server.makeUser({ superUser: true, applications: [hospital] });
    expect((await client.send('GET', `Users/${superuser.id}`)).status).toBe(404);
    expect((await client.send('DELETE', `Users/${superuser.id}`)).status).toBe(404);
    expect(await find(superuser.email)).toBeUndefined();
    expect(await applicationsOf(superuser.id)).toEqual([hospital.id]);
  });

  it('of somebody with two applications is their place in this one', async () => {
    const both = await server.makeUser({ applications: [hospital, neighbour] });
    const path = `Users/${both.id}`;
    const patch = await client.patch(path, [{ op: 'replace', path: 'displayName', value: 'Renamed' }]);
    expect([patch.status, patch.body.scimType]).toEqual([400, 'mutability']);
    const put = await client.send('PUT', path, { userName: 'of-directory', displayName: 'Renamed', externalId: 'x1' });
    expect(put.body).toMatchObject({ userName: 'of-directory', externalId: 'x1', emails: [{ value: both.email }] });
    expect(put.body.displayName).not.toBe('Renamed');

    await client.patch(path, [{ op: 'replace', path: 'active', value: false }]);
    expect(await applicationsOf(both.id)).toEqual([neighbour.id]);
    // What happens to them in the other application is not seen here.
    await inDatabase((tx) =>
      tx.updateTable('users').set({ name: 'Of the neighbour' }).where('id', '=', both.id).execute(),
    );
    expect((await client.get(path)).displayName).not.toBe('Of the neighbour');
    const back = await client.patch(path, [{ op: 'replace', path: 'active', value: true }]);
    expect([back.status, back.body.scimType]).toEqual([400, 'mutability']);
  });

  it('leaves an account that two applications have switched off to whichever wants it back first', async () => {
    const both = await server.makeUser({ applications: [hospital, neighbour] });
    const path = `Users/${both.id}`;
    const chief = await server.makeUser({ applications: [neighbour], permissions: ['admin'] });
    const theirs = await makeClient(chief);
    const off = [{ op: 'replace', path: 'active', value: false }];
    const on = [{ op: 'replace', path: 'active', value: true }];
    for (const one of [client, theirs]) expect((await one.patch(path, off)).status).toBe(200);
    expect((await client.send('DELETE', path)).status).toBe(204);
    expect((await client.send('GET', path)).status).toBe(404);
    expect((await theirs.patch(path, on)).body.active).toBe(true);
    expect(await applicationsOf(both.id)).toEqual([neighbour.id]);
  });

  it('is no account again whose address was changed while it was out of the application', async () => {
    const person = newPerson();
    const { id } = await client.create(person);
    const set = async (active: boolean) =>
      client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: active }]);
    await set(false);
    await inDatabase((tx) =>
      tx
        .updateTable('users')
        .set({ email: `other${id}@elsewhere.example` })
        .where('id', '=', Number(id))
        .execute(),
    );
    const back = await set(true);
    expect([back.status, back.body.scimType]).toEqual([400, 'mutability']);
    expect(await applicationsOf(id)).toEqual([]);
  });

  it('can be renamed while they are switched off', async () => {
    const { id } = await client.create(newPerson());
    await client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    const renamed = await client.patch(`Users/${id}`, [
      { op: 'replace', path: 'displayName', value: 'Robin Renamed' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: `renamed${id}@hospital.example` },
    ]);
    expect([renamed.body.displayName, renamed.body.active]).toEqual(['Robin Renamed', false]);
    const back = await client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect([back.status, back.body.emails[0].value]).toEqual([200, `renamed${id}@hospital.example`]);
  });

  it('of somebody who may do more than its roles is only to take them out', async () => {
    const powerful = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const path = `Users/${powerful.id}`;
    const patch = await client.patch(path, [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'thief@elsewhere.example' },
    ]);
    expect([patch.status, patch.body.scimType]).toEqual([400, 'mutability']);
    await client.send('PUT', path, { userName: powerful.email, emails: [{ value: 'thief@elsewhere.example' }] });
    expect((await client.get(path)).emails[0].value).toBe(powerful.email);
    expect((await client.patch(path, [{ op: 'replace', path: 'active', value: false }])).body.active).toBe(false);
  });

  it('adds people with the wards of whoever made it', async () => {
    const ofWard = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['ASH'] });
    const limited = await makeClient(ofWard);
    const { id } = await limited.create(newPerson());
    const { application_user } = (await server.as(admin)('GET', `/users/${id}`)).body.data;
    expect(application_user.locations).toEqual(['ASH']);
  });
});
