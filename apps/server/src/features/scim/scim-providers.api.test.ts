import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOn, makeScimClient, PATCH, USER, type ScimClient } from '../../testing/outside/scim-client.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

/*
 * The requests that providers document, in their order: Entra ID in "Develop and plan provisioning for a SCIM endpoint", Okta in "Okta
 * and SCIM Version 2.0" and in its specification test. Neither product itself was called.
 */

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
let server: TestServer;
let admin: TestUser;
let client: ScimClient;

beforeAll(async () => {
  server = await startTestServer();
  const hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const address = await listenOn(server);
  client = await makeScimClient(server, { address, by: admin, roles: ['ward_nurse', 'auditor'] });
});
afterAll(() => server.stop());

const query = (filters: Record<string, string>) => new URLSearchParams(filters).toString();
const roleOf = async (id: string): Promise<string | undefined> =>
  (await server.as(admin)('GET', `/users/${id}`)).body.data.application_user.role?.name;

describe('Entra ID', () => {
  const userName = 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1';
  let id: string;
  let group: string;

  it('tests the connection by a user who does not exist', async () => {
    const body = await client.get(`Users?${query({ filter: `userName eq "${userName}"` })}`);
    expect([body.totalResults, body.Resources]).toEqual([0, []]);
    expect((await client.send('GET', 'Users/5171a35d82074e068ce2')).status).toBe(404);
  });

  it('creates a user', async () => {
    const { status, body } = await client.send('POST', 'Users', {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      addresses: null,
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      phoneNumbers: null,
      preferredLanguage: null,
      title: null,
      department: null,
      manager: null,
      roles: [],
      [ENTERPRISE]: { department: 'Ward 5', manager: { value: '7' } },
    });
    ({ id } = body);
    expect([status, body.userName, body.name, body.emails]).toEqual([
      201,
      userName,
      { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      [{ value: 'Test_User_fd0ea19b@testuser.com', type: 'work', primary: true }],
    ]);
    expect((await client.list('Users', { filter: `userName eq "${userName}"` })).Resources[0].id).toBe(id);
  });

  it('updates values with many and with one, and attributes that are not kept here', async () => {
    const many = await client.patch(`Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ]);
    expect(many.body).toMatchObject({
      name: { formatted: 'givenName updatedFamilyName', familyName: 'updatedFamilyName' },
      emails: [{ value: 'updatedEmail@microsoft.com' }],
    });
    const one = await client.patch(`Users/${id}`, [
      { op: 'Replace', path: 'userName', value: '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com' },
    ]);
    expect(one.body).toMatchObject({
      userName: '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com',
      emails: [{ value: 'updatedEmail@microsoft.com' }],
    });
    const others = await client.patch(`Users/${id}`, [
      { op: 'Add', path: 'manager', value: [{ $ref: 'http://example.com/Users/2819c223', value: '2819c223' }] },
      { op: 'Add', path: `${ENTERPRISE}:employeeNumber`, value: '701984' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Dublin' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+353 1 234' },
      { op: 'Add', path: 'roles', value: [{ value: 'nurse', primary: 'True' }] },
    ]);
    expect([others.status, others.body.userName]).toEqual([200, one.body.userName]);
  });

  it('finds a group without its members, and adds and removes them', async () => {
    const found = await client.get(
      `Groups?excludedAttributes=members&${query({ filter: 'displayName eq "Ward nurse"' })}`,
    );
    group = found.Resources[0].id;
    expect('members' in found.Resources[0]).toBe(false);
    const members = (op: string, value = [{ $ref: null, value: id }]) =>
      client.patch(`Groups/${group}`, [{ op, path: 'members', value }]);
    expect((await members('Add')).status).toBe(204);
    expect(await roleOf(id)).toBe('Ward nurse');
    const named = await client.get(`Groups/${group}?excludedAttributes=members`);
    expect(Object.keys(named).toSorted()).toEqual(['displayName', 'id', 'meta', 'schemas']);
    const holds = { filter: `id eq "${group}" and members eq "${id}"`, attributes: 'id' };
    expect((await client.get(`Groups?${query(holds)}`)).totalResults).toBe(1);
    expect((await members('Remove')).status).toBe(204);
    expect((await client.get(`Groups?${query(holds)}`)).totalResults).toBe(0);
    expect(await roleOf(id)).toBeUndefined();
  });

  it('disables the user, enables them again, and deletes them', async () => {
    const active = (value: unknown) => client.patch(`Users/${id}`, [{ op: 'Replace', path: 'active', value }]);
    expect((await active(false)).body.active).toBe(false);
    expect((await client.get(`Users?${query({ filter: `id eq "${id}"` })}`)).Resources[0].active).toBe(false);
    expect((await active('True')).body.active).toBe(true);
    expect((await active('False')).body.active).toBe(false);
    expect((await client.send('DELETE', `Users/${id}`)).status).toBe(204);
  });
});

describe('Okta', () => {
  const userName = 'Runscope300Hfluaklab151@example.com';
  const profile = {
    schemas: [USER],
    userName,
    name: { givenName: 'Runscope300', familyName: 'Hfluaklab151' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Runscope300 Hfluaklab151',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  let id: string;

  it('passes its specification test', async () => {
    const { Resources, ...page } = await client.get('Users?count=1&startIndex=1');
    for (const number of [page.itemsPerPage, page.startIndex, page.totalResults])
      expect(Number.isInteger(number)).toBe(true);
    const [first] = Resources;
    for (const value of [first.id, first.name.familyName, first.name.givenName, first.userName, first.emails[0].value])
      expect(value).toEqual(expect.stringMatching(/./));
    expect((await client.get(`Users/${first.id}`)).id).toBe(first.id);
    const nobody = await client.get(`Users?${query({ filter: 'userName eq "abcdefgh@example.com"' })}`);
    expect(nobody.totalResults).toBe(0);
    expect((await client.send('GET', 'Users/010101001010101011001010101011')).status).toBe(404);
    const created = await client.send('POST', 'Users', profile);
    ({ id } = created.body);
    expect([created.status, created.body.active, created.body.name]).toMatchObject([201, true, profile.name]);
    expect((await client.send('POST', 'Users', profile)).status).toBe(409);
    const capitals = `userName eq "${userName.toUpperCase()}"`;
    expect((await client.get(`Users?${query({ filter: capitals })}`)).totalResults).toBe(1);
    const groups = await client.get('Groups?startIndex=1&count=100');
    expect([Number.isInteger(groups.totalResults), Array.isArray(groups.Resources)]).toEqual([true, true]);
  });

  it('sends back what it has read, with what has changed', async () => {
    const read = await client.get(`Users/${id}`);
    const put = await client.send('PUT', `Users/${id}`, {
      ...read,
      name: { ...read.name, givenName: 'Another', middleName: 'Excited' },
    });
    expect([put.status, put.body.name.givenName, put.body.displayName]).toEqual([
      200,
      'Another',
      'Another Hfluaklab151',
    ]);
    const again = await client.send('PUT', `Users/${id}`, put.body);
    expect(again.body).toEqual(put.body);
  });

  it('pushes a group: its name with every change, members one by one or all', async () => {
    const [{ id: group }] = (await client.list('Groups', { filter: 'displayName eq "Auditor"' })).Resources;
    const other = await client.create({ userName: 'other@okta.local' });
    const patch = (...Operations: object[]) =>
      client.send('PATCH', `Groups/${group}`, { schemas: [PATCH], Operations });
    expect((await patch({ op: 'replace', value: { id: group, displayName: 'Auditor' } })).status).toBe(204);
    await patch({ op: 'add', path: 'members', value: [{ value: other.id, display: 'other@okta.local' }] });
    const moved = await patch(
      { op: 'remove', path: `members[value eq "${other.id}"]` },
      { op: 'add', path: 'members', value: [{ value: id, display: userName }] },
    );
    expect([moved.status, await roleOf(id), await roleOf(other.id)]).toEqual([204, 'Auditor', undefined]);
    await patch({ op: 'replace', path: 'members', value: [{ value: id }, { value: other.id }] });
    expect([await roleOf(id), await roleOf(other.id)]).toEqual(['Auditor', 'Auditor']);
    const put = await client.send('PUT', `Groups/${group}`, {
      schemas: [GROUP],
      id: group,
      displayName: 'Auditor',
      members: [{ value: id, display: userName }],
    });
    expect(put.body.members.map(({ value }: Json) => value)).toEqual([id]);
  });

  it('deactivates and reactivates by PATCH, or by PUT as an application of the wizard does', async () => {
    const off = { op: 'replace', value: { active: false } };
    expect((await client.patch(`Users/${id}`, [off])).body.active).toBe(false);
    const put = (active: boolean) =>
      client.send('PUT', `Users/${id}`, {
        ...profile,
        name: { givenName: 'Another', familyName: 'Hfluaklab151' },
        active,
      });
    expect((await put(true)).body.active).toBe(true);
    expect(await roleOf(id)).toBe('Auditor');
    expect((await put(false)).body.active).toBe(false);
    expect((await client.get(`Users/${id}`)).active).toBe(false);
  });
});
