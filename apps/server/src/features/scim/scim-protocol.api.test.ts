import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createScimClient,
  listenOn,
  makeScimClient,
  PATCH,
  USER,
  type ScimClient,
} from '../../testing/outside/scim-client.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let serverAddress: string;
let hospital: TestApplication;
let admin: TestUser;
let client: ScimClient & { tokenId: number };

beforeAll(async () => {
  server = await startTestServer();
  serverAddress = await listenOn(server);
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  client = await makeScimClient(server, { address: serverAddress, by: admin, roles: ['ward_nurse'] });
  for (const letter of ['a', 'b', 'c'])
    await client.create({ userName: `${letter}@list.example`, displayName: `List ${letter}` });
});
afterAll(() => server.stop());

describe('a token', () => {
  it('is shown once, is listed without itself, and says when it was used', async () => {
    const made = await server.as(admin)('POST', '/scim_tokens', { scim_token: { name: 'Once', days: 30 } });
    expect(made.body.data).toMatchObject({
      token: expect.stringMatching(/^wvscim_[\w-]{43}$/),
      base_url: 'http://wardvoice.test/scim/v2',
    });
    const read = async () =>
      (await server.as(admin)('GET', '/scim_tokens')).body.data.find(({ name }: Json) => name === 'Once');
    expect(await read()).toMatchObject({ last_used_at: null, is_expired: false, roles: [] });
    expect(JSON.stringify(await read())).not.toContain(made.body.data.token);
    await createScimClient(serverAddress, made.body.data.token).list('Users');
    expect((await read()).last_used_at).not.toBeNull();
  });

  it('does not work once it is revoked or has expired', async () => {
    const [revoked, expired] = [
      await makeScimClient(server, { address: serverAddress, by: admin, name: 'Revoked' }),
      await makeScimClient(server, { address: serverAddress, by: admin, name: 'Expired' }),
    ];
    await revoked.list('Users');
    expect((await server.as(admin)('DELETE', `/scim_tokens/${revoked.tokenId}`)).status).toBe(200);
    expect((await server.as(admin)('DELETE', `/scim_tokens/${revoked.tokenId}`)).status).toBe(200);
    const refused = await revoked.send('GET', 'Users');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const names = (await server.as(admin)('GET', '/scim_tokens')).body.data.map(({ name }: Json) => name);
    expect(names).not.toContain('Revoked');

    server.setTime(new Date(Date.now() + 366 * 86_400_000));
    expect((await expired.send('GET', 'Users')).status).toBe(401);
    server.setTime(new Date());
    expect((await expired.send('GET', 'Users')).status).toBe(200);
  });

  it('is the only credential: sessions and access keys are none, and it is none of the API', async () => {
    const session = createScimClient(serverAddress, admin.headers.authorization.replace('Bearer ', ''));
    expect((await session.send('GET', 'Users')).status).toBe(401);
    const basic = Buffer.from(`${hospital.accessKey}:${hospital.accessSecret}`).toString('base64');
    expect((await client.send('GET', 'Users', undefined, { authorization: `Basic ${basic}` })).status).toBe(401);
    const made = await server.as(admin)('POST', '/scim_tokens', { scim_token: { name: 'API' } });
    const headers = { authorization: `Bearer ${made.body.data.token}` };
    expect((await server.call({ method: 'GET', url: '/api/v1/users', headers })).status).toBe(401);
  });

  it('that is guessed makes its network address wait, and never one that is right', async () => {
    const guess = (n: number, remoteAddress: string) =>
      server.call({
        method: 'GET',
        url: '/scim/v2/Users',
        headers: { authorization: `Bearer wvscim_guess-number-${n}-of-many` },
        remoteAddress,
      });
    const statuses = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await guess(n, '10.9.9.9')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await guess(1, '10.9.9.10')).status).toBe(401);
    const made = await server.as(admin)('POST', '/scim_tokens', { scim_token: { name: 'Right' } });
    const right = await server.call({
      method: 'GET',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${made.body.data.token}` },
      remoteAddress: '10.9.9.9',
    });
    expect(right.status).toBe(200);
  });

  it('may not make endless calls', async () => {
    const call = () => server.call({ method: 'GET', url: '/scim/v2/Users', remoteAddress: '10.9.9.11' });
    for (let n = 0; n < 1_800; n += 1) await call();
    const { status, body, headers } = await call();
    expect([status, JSON.parse(String(body)).status, headers['content-type']]).toEqual([
      429,
      '429',
      'application/scim+json; charset=utf-8',
    ]);
  });

  it('is made and revoked by administrators only, and the audit has it without the token', async () => {
    const nurse = await server.makeUser({ applications: [hospital], role: 'ward_nurse' });
    expect((await server.as(nurse)('GET', '/scim_tokens')).status).toBe(403);
    expect((await server.as(nurse)('POST', '/scim_tokens', { scim_token: { name: 'Mine' } })).status).toBe(403);
    expect((await server.as(nurse)('DELETE', `/scim_tokens/${client.tokenId}`)).status).toBe(403);
    const { body } = await server.as(admin)('GET', '/audit?record_type=scim_tokens');
    expect(body.data.map(({ action }: Json) => action)).toEqual(expect.arrayContaining(['create', 'delete']));
    expect(JSON.stringify(body)).not.toContain('wvscim_');
  });
});

describe('the description of the server', () => {
  it('says what it can do, in the form of RFC 7643', async () => {
    const config = await client.get('ServiceProviderConfig');
    expect([config.patch.supported, config.bulk.supported, config.filter.supported, config.etag.supported]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    for (const [path, ids] of [
      ['ResourceTypes', ['User', 'Group']],
      ['Schemas', [USER, 'urn:ietf:params:scim:schemas:core:2.0:Group']],
    ] as const) {
      const { Resources } = await client.get(path);
      expect(Resources.map(({ id }: Json) => id)).toEqual(ids);
      for (const id of ids) expect((await client.get(`${path}/${id}`)).id).toBe(id);
      expect((await client.send('GET', `${path}/nothing`)).status).toBe(404);
    }
  });

  it('says that the rest is not supported', async () => {
    expect((await client.send('POST', 'Bulk', { Operations: [] })).status).toBe(501);
    expect((await client.send('POST', 'Users/.search', {})).status).toBe(501);
    expect((await client.send('GET', 'Me')).status).toBe(501);
    expect((await client.send('GET', 'Nothing')).status).toBe(404);
  });

  it('is sent as SCIM and kept in no cache; JSON is accepted', async () => {
    const { type, headers } = await client.send('GET', 'Users');
    expect([type, headers['cache-control']]).toEqual(['application/scim+json; charset=utf-8', 'no-store']);
    const json = await client.send(
      'POST',
      'Users',
      { userName: 'json@list.example' },
      { 'content-type': 'application/json' },
    );
    expect(json.status).toBe(201);
    for (const other of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const { status } = await client.send('POST', 'Users', 'userName=form@list.example', { 'content-type': other });
      expect([other, status]).toEqual([other, 415]);
    }
  });
});

describe('a list', () => {
  const inList = { filter: 'displayName sw "List"' };

  it('has pages that begin at 1', async () => {
    const page = async (startIndex: string, count: string) => {
      const {
        totalResults,
        startIndex: from,
        Resources,
      } = await client.list('Users', { ...inList, startIndex, count });
      return [totalResults, from, Resources.map(({ displayName }: Json) => displayName)];
    };
    expect(await page('1', '2')).toEqual([3, 1, ['List a', 'List b']]);
    expect(await page('3', '2')).toEqual([3, 3, ['List c']]);
    expect(await page('-5', '1')).toEqual([3, 1, ['List a']]);
    expect(await page('1', '0')).toEqual([3, 1, []]);
    expect(await page('1', '-1')).toEqual([3, 1, []]);
    expect(await page('99', '10')).toEqual([3, 99, []]);
  });

  it('contains the attributes that were asked for', async () => {
    const { Resources } = await client.list('Users', { ...inList, attributes: 'userName,name.formatted,emails.VALUE' });
    expect(Resources[0]).toEqual({
      schemas: [USER],
      id: expect.any(String),
      userName: 'a@list.example',
      name: { formatted: 'List a' },
      emails: [{ value: 'a@list.example' }],
    });
    const left = await client.get(`Users/${Resources[0].id}?excludedAttributes=emails.type,name,meta`);
    expect(Object.keys(left).toSorted()).toEqual(['active', 'displayName', 'emails', 'id', 'schemas', 'userName']);
    expect(left.emails).toEqual([{ value: 'a@list.example', primary: true }]);
  });

  it('can be asked with each operator', async () => {
    const names = async (filter: string) =>
      (await client.list('Users', { filter: `${filter} and displayName sw "List"` })).Resources.map(
        ({ displayName }: Json) => displayName,
      );
    expect(await names('displayName ne "list B"')).toEqual(['List a', 'List c']);
    expect(await names('displayName ew " c"')).toEqual(['List c']);
    expect(await names('displayName gt "List a"')).toEqual(['List b', 'List c']);
    expect(await names('displayName le "List b"')).toEqual(['List a', 'List b']);
    expect(await names('externalId eq null')).toEqual(['List a', 'List b', 'List c']);
    expect(await names('(userName eq "a@list.example" or userName co "c@")')).toEqual(['List a', 'List c']);
    expect(await names('active eq "True"')).toHaveLength(3);
    expect(await names('not (active eq true)')).toEqual([]);
    expect(await names('userName co "%"')).toEqual([]);
    expect(await names(`${'('.repeat(500)}userName eq "a@list.example"${')'.repeat(500)}`)).toEqual(['List a']);
  });

  it('is refused as invalidFilter for what cannot be asked', async () => {
    for (const filter of [
      'userName',
      'userName eq',
      'userName eq nurse',
      'userName like "a"',
      'nonsense eq "a"',
      '__proto__ pr',
      'constructor eq "a"',
      'userName eq "a" constructor userName eq "b"',
      'userName eq 5',
      'userName eq true',
      'active eq "perhaps"',
      'active gt true',
      'emails[type eq "work"',
      '(userName eq "a"',
      `userName eq "${'a'.repeat(3000)}"`,
      `${'not '.repeat(400)}userName eq "a"`,
      Array.from({ length: 60 }, () => 'id eq "1"').join(' or '),
      `userName eq "${'\n'.repeat(60)}`,
      'userName eq "\u0000"',
      '',
    ]) {
      const { status, body } = await client.send('GET', `Users?${new URLSearchParams({ filter }).toString()}`);
      expect([filter.slice(0, 60), status, body.scimType]).toEqual([filter.slice(0, 60), 400, 'invalidFilter']);
    }
    const members = await client.send('GET', `Groups?${new URLSearchParams({ filter: 'members co "1"' }).toString()}`);
    expect([members.status, members.body.scimType]).toEqual([400, 'invalidFilter']);
  });
});

describe('odd requests', () => {
  const BODIES: readonly unknown[] = [
    undefined,
    '',
    'no JSON',
    '[]',
    '"text"',
    '7',
    'null',
    '{"__proto__": {"polluted": 1}}',
    '{"constructor": {"prototype": {"polluted": 1}}}',
    {},
    { userName: null },
    { userName: 7 },
    { userName: { $ne: 1 } },
    { userName: ' ' },
    { userName: 'x'.repeat(400) },
    { userName: 'odd\u0000@list.example' },
    { userName: 'odd\ud800@list.example' },
    { userName: 'odd@list.example', name: 'Robin' },
    { userName: 'odd1@list.example', name: { givenName: ['a'] } },
    { userName: 'odd2@list.example', emails: [[]] },
    { userName: 'odd3@list.example', emails: [{ value: 5 }] },
    { userName: 'odd4@list.example', emails: { value: 'x' } },
    { userName: 'odd5@list.example', active: 'perhaps' },
    { userName: 'odd6@list.example', active: [] },
    { userName: 'odd7@list.example', displayName: 'x'.repeat(300) },
    { userName: 'odd8@list.example', externalId: {} },
    { schemas: 'x', Operations: {} },
    { Operations: [] },
    { Operations: [null] },
    { Operations: [{ op: 'move', path: 'active' }] },
    { Operations: [{ op: 'remove' }] },
    { Operations: [{ op: 'add' }] },
    { Operations: [{ op: 'add', value: [] }] },
    { Operations: [{ op: 'add', path: 7, value: 1 }] },
    { Operations: [{ op: 'add', path: '', value: { '': 1 } }] },
    { Operations: [{ op: 'add', path: 'emails[', value: 'x' }] },
    { Operations: [{ op: 'add', path: 'emails[type eq "work"', value: 'x' }] },
    { Operations: [{ op: 'add', path: 'emails[type eq ""].value.more', value: 'x' }] },
    { Operations: [{ op: 'add', path: `emails[type eq "${'\n'.repeat(60)}].value`, value: 'x' }] },
    { Operations: [{ op: 'add', path: 'members[value eq "1"]', value: 'x' }] },
    { Operations: [{ op: 'add', path: 'members', value: [{ value: '99999999999999999999' }] }] },
    { Operations: [{ op: 'add', path: 'members', value: [{ value: -1 }] }] },
    { Operations: [{ op: 'add', path: 'members', value: [null] }] },
    { Operations: [{ op: 'add', path: 'members', value: Array.from({ length: 1500 }, (_, n) => `${n + 1}`) }] },
    { Operations: [{ op: 'add', path: 'x'.repeat(5000), value: 1 }] },
    { Operations: [{ op: 'add', path: 'name', value: 7 }] },
    { Operations: [{ op: 'replace', path: 'userName', value: null }] },
    { Operations: [{ op: 'remove', path: 'userName' }] },
    { Operations: [{ op: 'remove', path: 'emails' }] },
    { Operations: Array.from({ length: 1200 }, () => ({ op: 'add', path: 'title', value: 'x' })) },
  ];

  it.each([
    ['POST', 'Users'],
    ['PUT', 'Users'],
    ['PATCH', 'Users'],
    ['POST', 'Groups'],
    ['PUT', 'Groups'],
    ['PATCH', 'Groups'],
  ] as const)('are refused with a reason, and never fail on our side: %s %s', async (method, path) => {
    const { Resources } = await client.list(path, {
      filter: path === 'Users' ? 'userName eq "a@list.example"' : 'id pr',
    });
    const address = method === 'POST' ? path : `${path}/${Resources[0].id}`;
    for (const body of BODIES) {
      const { status } = await client.send(method, address, body, { 'content-type': 'application/scim+json' });
      const sent = JSON.stringify(body)?.slice(0, 80);
      expect([sent, status < 500]).toEqual([sent, true]);
    }
    expect(({} as Json).polluted).toBeUndefined();
    expect((await client.get(`${path}/${Resources[0].id}`)).id).toBe(Resources[0].id);
  });

  it('for ids and queries are answered as well', async () => {
    for (const id of ['0', '-1', 'x', '99999999999999999999', '1.5', '%00', '..', 'a'.repeat(299), '%F0%9F%98%80'])
      for (const method of ['GET', 'DELETE'])
        expect([id, (await client.send(method, `Users/${id}`)).status]).toEqual([id, 404]);
    for (const query of [
      'startIndex=x',
      'count=1.5',
      'count=',
      'startIndex=1e99',
      'filter=a&filter=b',
      'attributes=,,',
    ]) {
      const { status } = await client.send('GET', `Users?${query}`);
      expect([query, status < 500]).toEqual([query, true]);
    }
    const put = await client.send('PUT', 'Users/1e1', { schemas: [PATCH] });
    expect(put.status).toBe(404);
  });
});
