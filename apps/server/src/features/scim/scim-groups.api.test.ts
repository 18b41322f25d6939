import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOn, makeScimClient, USER, type ScimClient } from '../../testing/outside/scim-client.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
let server: TestServer;
let address: string;
let hospital: TestApplication;
let neighbour: TestApplication;
let admin: TestUser;
let client: ScimClient;
let nurses: string;
let experience: string;

beforeAll(async () => {
  server = await startTestServer();
  address = await listenOn(server);
  hospital = await server.makeApplication();
  neighbour = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  client = await makeScimClient(server, { address, by: admin, roles: ['ward_nurse', 'patient_experience'] });
  nurses = await groupNamed('Ward nurse');
  experience = await groupNamed('Patient experience');
});
afterAll(() => server.stop());

const groupNamed = async (name: string, by = client): Promise<string> =>
  (await by.list('Groups', { filter: `displayName eq "${name}"`, excludedAttributes: 'members' })).Resources[0].id;

let made = 0;
const makePerson = async (by = client): Promise<string> => {
  made += 1;
  return (await by.create({ userName: `member${made}@hospital.example` })).id;
};
const add = (group: string, ...ids: string[]) =>
  client.patch(`Groups/${group}`, [{ op: 'Add', path: 'members', value: ids.map((value) => ({ value })) }]);
const remove = (group: string, id: string) =>
  client.patch(`Groups/${group}`, [{ op: 'Remove', path: `members[value eq "${id}"]` }]);
const membersOf = async (group: string): Promise<string[]> =>
  ((await client.get(`Groups/${group}`)).members ?? []).map(({ value }: Json) => value);
const roleOf = async (id: string): Promise<string | undefined> =>
  (await server.as(admin)('GET', `/users/${id}`)).body.data.application_user.role?.name;
const groupsOf = async (id: string): Promise<string[]> =>
  ((await client.get(`Users/${id}`)).groups ?? []).map(({ display }: Json) => display);

describe('groups', () => {
  it('are the roles of the application: those that are built in, and its own', async () => {
    await server.as(admin)('POST', '/roles', { role: { name: 'Lounge', permissions: ['cases.list'] } });
    const stranger = await server.makeUser({ applications: [neighbour], permissions: ['admin'] });
    await server.as(stranger)('POST', '/roles', { role: { name: 'Of the neighbour', permissions: ['cases.list'] } });
    const names = (await client.list('Groups')).Resources.map(({ displayName }: Json) => displayName);
    expect(names).toContain('Ward nurse');
    expect(names).toContain('Lounge');
    expect(names).not.toContain('Of the neighbour');
  });

  it('are neither made, renamed nor deleted by the provider, and it is told why', async () => {
    const created = await client.send('POST', 'Groups', { schemas: [GROUP], displayName: 'New' });
    expect([created.status, created.body.detail]).toEqual([403, expect.stringContaining('administrator')]);
    expect((await client.send('DELETE', `Groups/${nurses}`)).status).toBe(403);
    const renamed = await client.patch(`Groups/${nurses}`, [{ op: 'Replace', path: 'displayName', value: 'Other' }]);
    expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability']);
    expect(await groupNamed('Ward nurse')).toBe(nurses);
  });

  it('keep the name that the provider has for them', async () => {
    const named = await client.patch(`Groups/${nurses}`, [
      { op: 'replace', value: { id: nurses, displayName: 'Ward nurse', externalId: 'group-1' } },
    ]);
    expect(named.status).toBe(204);
    expect((await client.list('Groups', { filter: 'externalId eq "group-1"' })).Resources[0].id).toBe(nurses);
    const taken = await client.patch(`Groups/${experience}`, [{ op: 'add', path: 'externalId', value: 'group-1' }]);
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
  });
});

describe('a member', () => {
  it('has the role of the group from the next call on, until they are taken out of it', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    const id = String(nurse.id);
    expect((await server.as(nurse)('GET', '/cases')).status).toBe(403);
    expect((await add(nurses, id)).status).toBe(204);
    const group = await client.get(`Groups/${nurses}`);
    expect(group.members).toEqual(expect.arrayContaining([expect.objectContaining({ value: id, type: 'User' })]));
    expect((await server.as(nurse)('GET', '/cases')).status).toBe(200);
    expect(await groupsOf(id)).toEqual(['Ward nurse']);
    expect((await add(nurses, id)).status).toBe(204);
    expect(await client.get(`Groups/${nurses}`)).toEqual(group);
    for (const who of [`members eq "${id}"`, `members[value eq "${id}"]`]) {
      const { totalResults } = await client.list('Groups', { filter: `id eq "${nurses}" and ${who}` });
      expect([who, totalResults]).toEqual([who, 1]);
    }

    expect((await remove(nurses, id)).status).toBe(204);
    expect((await remove(nurses, id)).status).toBe(204);
    expect((await server.as(nurse)('GET', '/cases')).status).toBe(403);
    const { data } = (await server.as(admin)('GET', `/audit?record_type=roles&record_id=${nurses}`)).body;
    const changes = data
      .filter(({ details }: Json) => JSON.stringify(details).includes(`[${id}]`))
      .map(({ user_name, details }: Json) => [user_name, Object.keys(details.changes)]);
    expect(changes).toEqual([
      ['Directory (SCIM)', ['members_removed']],
      ['Directory (SCIM)', ['members_added']],
    ]);
  });

  it('is taken out by each form in which providers write it', async () => {
    for (const form of [
      { op: 'Remove', path: 'members', value: [{ value: 'ID' }] },
      { op: 'remove', path: 'members[value eq "ID"]' },
      { op: 'remove', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members[value eq "ID"]' },
      { op: 'remove', path: 'members' },
      { op: 'replace', path: 'members', value: [] },
      { op: 'Replace', value: { members: [] } },
    ]) {
      const id = await makePerson();
      await add(nurses, id);
      const { status } = await client.patch(`Groups/${nurses}`, [
        JSON.parse(JSON.stringify(form).replaceAll('ID', id)),
      ]);
      expect([form, status, await roleOf(id)]).toEqual([form, 204, undefined]);
    }
  });

  it('moves to another group in either order', async () => {
    const [first, second] = [await makePerson(), await makePerson()];
    await add(nurses, first, second);
    await remove(nurses, first);
    await add(experience, first);
    await add(experience, second);
    expect(await roleOf(second)).toBe('Patient experience');
    expect(await groupsOf(second)).toEqual(expect.arrayContaining(['Ward nurse', 'Patient experience']));
    await remove(nurses, second);
    expect([await roleOf(first), await roleOf(second)]).toEqual(['Patient experience', 'Patient experience']);
    expect(await groupsOf(second)).toEqual(['Patient experience']);
  });

  it('of two groups has the role of the last, and then that of the other', async () => {
    const id = await makePerson();
    await add(nurses, id);
    await add(experience, id);
    await add(nurses, id);
    expect(await roleOf(id)).toBe('Patient experience');
    await remove(experience, id);
    expect(await roleOf(id)).toBe('Ward nurse');
  });

  it('stays in the group while they are switched off, and has its role when they come back', async () => {
    const id = await makePerson();
    await add(nurses, id);
    await client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect(await membersOf(nurses)).toContain(id);
    await client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect(await roleOf(id)).toBe('Ward nurse');

    await client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    await remove(nurses, id);
    await add(experience, id);
    await client.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect(await roleOf(id)).toBe('Patient experience');
    await client.send('DELETE', `Users/${id}`);
    expect(await membersOf(experience)).not.toContain(id);
  });

  it('is replaced with all others by a PUT', async () => {
    const [one, other] = [await makePerson(), await makePerson()];
    await client.send('PUT', `Groups/${experience}`, { displayName: 'Patient experience', members: [{ value: one }] });
    const put = await client.send('PUT', `Groups/${experience}`, {
      displayName: 'Patient experience',
      members: [{ value: other }],
    });
    expect([put.status, put.body.members.map(({ value }: Json) => value)]).toEqual([200, [other]]);
    expect(await roleOf(one)).toBeUndefined();
  });

  it('is nobody of another application, no superuser and nobody unknown', async () => {
    const stranger = await server.makeUser({ applications: [neighbour] });
    const superuser = await server.makeUser({ superUser: true, applications: [hospital] });
    const known = await makePerson();
    for (const id of [stranger.id, superuser.id, 999_999]) {
      const { status, body } = await add(nurses, known, String(id));
      expect([status, body.scimType]).toEqual([400, 'invalidValue']);
      expect((await remove(nurses, String(id))).status).toBe(204);
    }
    // A request counts as a whole or not at all.
    expect(await roleOf(known)).toBeUndefined();
  });
});

describe('a token', () => {
  it('gives and takes only the roles that were chosen for it', async () => {
    const administrators = await groupNamed('Administrator');
    const id = await makePerson();
    const refused = await add(administrators, id);
    expect([refused.status, await roleOf(id)]).toEqual([403, undefined]);
    const { data } = (await server.as(admin)('GET', `/audit?refused=1&record_id=${administrators}`)).body;
    expect(data[0]).toMatchObject({ action: 'update', record_type: 'roles', user_name: 'Directory (SCIM)' });

    // An administrator is neither taken out of their role nor given another one instead.
    const chief = await server.makeUser({ applications: [hospital], role: 'administrator' });
    expect((await remove(administrators, String(chief.id))).status).toBe(403);
    expect((await add(nurses, String(chief.id))).status).toBe(403);
    expect(await roleOf(String(chief.id))).toBe('Administrator');
  });

  it('is made only with roles whose permissions its maker has', async () => {
    const limited = await server.makeUser({ applications: [hospital], permissions: ['users.view'] });
    const listed = await server.as(limited)('GET', '/roles?paginate=0');
    const role_ids = [listed.body.data[0].id];
    const refused = await server.as(limited)('POST', '/scim_tokens', { scim_token: { name: 'Mine', role_ids } });
    expect(refused.status).toBe(403);
    const elsewhere = await server.makeUser({ applications: [neighbour], permissions: ['admin'] });
    const own = await server.as(elsewhere)('POST', '/roles', { role: { name: 'Theirs', permissions: ['cases.list'] } });
    const foreign = await server.as(admin)('POST', '/scim_tokens', {
      scim_token: { name: 'Mine', role_ids: [own.body.data.id] },
    });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ['role_ids']]);
  });

  it('of another application touches no member here', async () => {
    const id = await makePerson();
    await add(nurses, id);
    const chief = await server.makeUser({ applications: [neighbour], permissions: ['admin'] });
    const theirs = await makeScimClient(server, { address, by: chief, roles: ['ward_nurse'] });
    const group = await theirs.get(`Groups/${nurses}`);
    expect((group.members ?? []).map(({ value }: Json) => value)).not.toContain(id);
    await theirs.patch(`Groups/${nurses}`, [{ op: 'remove', path: `members[value eq "${id}"]` }]);
    await theirs.patch(`Groups/${nurses}`, [{ op: 'remove', path: 'members' }]);
    expect((await theirs.list('Groups', { filter: `members eq "${id}"` })).totalResults).toBe(0);
    expect(await roleOf(id)).toBe('Ward nurse');
    expect(
      (await theirs.send('POST', 'Users', { schemas: [USER], userName: `member${made}@hospital.example` })).status,
    ).toBe(409);
  });
});
