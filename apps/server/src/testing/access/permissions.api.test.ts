import { API_BASE, may, PERMISSIONS, roles, type Access, type Endpoint } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let neighbour: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await server.makeApplication();
  neighbour = await server.makeApplication();
});
afterAll(() => server.stop());

type Guarded = Endpoint & { access: Extract<Access, object> };
const guarded = () => server.endpoints.filter((endpoint): endpoint is Guarded => typeof endpoint.access === 'object');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

async function statusFor(endpoint: Endpoint, user: TestUser | null): Promise<number> {
  const { status } = await server.call({
    method: endpoint.method,
    // No record has this id: the test asks only whether the caller is allowed to look for it.
    url: API_BASE + endpoint.path.replaceAll(/:\w+/g, '999999999'),
    ...(user ? { headers: user.headers } : {}),
  });
  return status;
}

/** Adds somebody to a second application, in which they then are. */
async function moveTo({ id }: TestApplication, user: TestUser): Promise<void> {
  const superuser = await server.makeUser({ superUser: true });
  const call = (method: 'POST' | 'PUT', path: string, payload: object, { headers }: TestUser) =>
    server.call({ method, url: API_BASE + path, payload, headers });
  const added = await call('POST', `/users/${user.id}/applications`, { application: { id } }, superuser);
  const chosen = await call('PUT', '/session/application', { application_id: id }, user);
  expect([added.status, chosen.status]).toEqual([201, 200]);
}

/** Returns the endpoints that the user may call, by default of all that need a permission. */
async function openTo(user: TestUser | null, among = guarded()): Promise<string[]> {
  const open: string[] = [];
  for (const endpoint of among) {
    const status = await statusFor(endpoint, user);
    expect(status).toBeLessThan(500);
    if (status !== 401 && status !== 403) open.push(nameOf(endpoint));
  }
  return open;
}

const needing = (granted: (permission: string) => boolean) =>
  guarded()
    .filter(({ access }) => granted(access.permission))
    .map(nameOf);

describe('the five steps', () => {
  const plain = { super_user: 0, permissions: ['messages.list'] };
  it.each([
    ['nobody', null, 'messages.list', false],
    ['a superuser', { super_user: 1, permissions: [] }, 'superuser', true],
    ['an administrator, of what is for superusers', { super_user: 0, permissions: ['admin'] }, 'superuser', false],
    [
      'somebody who was given a permission of that name',
      { super_user: 0, permissions: ['superuser'] },
      'superuser',
      false,
    ],
    ['an administrator', { super_user: 0, permissions: ['admin'] }, 'users.delete', true],
    ['somebody with the permission', plain, 'messages.list', true],
    ['somebody with another', plain, 'messages.send', false],
    ['somebody with a longer one', { super_user: 0, permissions: ['users.list.all'] }, 'users.list', false],
  ])('for %s', (_who, subject, permission, expected) => {
    expect(may(subject, permission)).toBe(expected);
  });
});

/** What nobody does who sees some wards. Further calls about webhooks and destinations are refused to them, once their body is right. */
const OF_ALL_WARDS: ReadonlySet<string> = new Set([
  'POST /mailing_list/:id/import',
  'GET /reports/fft_return',
  'GET /reports/fft_return.csv',
  'DELETE /webhooks/:id',
  'POST /webhooks/:id/test',
  'DELETE /fhir/r4/Subscription/:id',
  'GET /fhir/r4/Subscription/:id/$events',
  'GET /webhooks/:id/events',
  'POST /webhooks/:id/events/:eventId/replay',
  'DELETE /destinations/:id',
  'POST /destinations/:id/pause',
  'POST /destinations/:id/resume',
  'POST /destinations/:id/test',
  'GET /destinations/:id/messages',
  'POST /destinations/:id/messages/:queuedId/resend',
]);

describe('every endpoint, with permissions', () => {
  // Each permission has a number. For each of its binary digits one user has the permissions with a 1 there, and another those with a 0.
  // A call that asks for a second permission, for one of two, or for none lets in other users than one that asks for its own alone.
  const numbered = PERMISSIONS.filter((permission) => permission !== 'admin');
  const digits = Array.from({ length: Math.ceil(Math.log2(numbered.length)) }, (_, digit) => digit);
  it.each(digits.flatMap((digit) => [0, 1].map((value) => ({ digit, value }))))(
    'lets in whoever has the permission that it asks for, and nobody else (digit $digit is $value)',
    async ({ digit, value }) => {
      const permissions = numbered.filter((_, number) => ((number >> digit) & 1) === value);
      const user = await server.makeUser({ applications: [hospital], permissions });
      expect(await openTo(user)).toEqual(needing((needed) => permissions.some((permission) => permission === needed)));
    },
    120_000,
  );

  it('lets an administrator do all but what is for superusers, and one of some wards all of that but what concerns all wards', async () => {
    const all = needing((needed) => needed !== 'superuser');
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    expect(await openTo(admin)).toEqual(all);
    const warded = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['ASH'] });
    expect(await openTo(warded)).toEqual(all.filter((name) => !OF_ALL_WARDS.has(name)));
  });

  it.each(roles.BUILT_IN_ROLES.map(({ name, key, permissions }) => ({ name, key, permissions })))(
    'lets the role $name do what it says, in the whole hospital and on one ward, and nothing in the next hospital',
    async ({ key, permissions }) => {
      const allowed = needing((needed) => may({ super_user: 0, permissions }, needed));
      const people = { applications: [hospital], role: key };
      expect(await openTo(await server.makeUser(people))).toEqual(allowed);
      // What the role does not allow anywhere was asked above.
      const among = guarded().filter((endpoint) => allowed.includes(nameOf(endpoint)));
      const onWard = await server.makeUser({ ...people, locations: ['ASH'] });
      expect(await openTo(onWard, among)).toEqual(allowed.filter((name) => !OF_ALL_WARDS.has(name)));
      const elsewhere = await server.makeUser({ ...people, applications: [neighbour] });
      await moveTo(hospital, elsewhere);
      expect(await openTo(elsewhere, among)).toEqual([]);
    },
    120_000,
  );

  it('lets a superuser do everything, somebody without a permission or a session nothing', async () => {
    expect(await openTo(await server.makeUser({ superUser: true }))).toEqual(needing(() => true));
    expect(await openTo(await server.makeUser({ applications: [hospital] }))).toEqual([]);
    expect(await openTo(null)).toEqual([]);
  });

  it('asks for a permission that exists', () => {
    const known: readonly string[] = [...PERMISSIONS, 'superuser'];
    expect(guarded().filter(({ access }) => !known.includes(access.permission))).toEqual([]);
  });
});
