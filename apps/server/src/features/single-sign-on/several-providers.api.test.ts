import { account } from '@wardvoice/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startIdentityProvider } from '../../testing/outside/identity-provider.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

const HOME = 'http://wardvoice.test';
type Provider = Awaited<ReturnType<typeof startIdentityProvider>>;
/** The hospital's, the clinic's, and one more that may speak for both domains. */
let hospital: Provider;
let clinic: Provider;
let group: Provider;
let server: TestServer;

beforeAll(async () => {
  [hospital, clinic, group] = [
    await startIdentityProvider(HOME + account.singleSignOnCallback(1)),
    await startIdentityProvider(HOME + account.singleSignOnCallback(2), 2),
    await startIdentityProvider(HOME + account.singleSignOnCallback(5), 5),
  ];
  server = await startTestServer({
    oidc: [
      { ...hospital.settings, name: 'Harbour Hospital' },
      { ...clinic.settings, name: 'Quay Clinic', domains: ['clinic.example'] },
      { ...group.settings, name: 'The group', domains: ['clinic.example', 'group.example'], acrValues: ['mfa'] },
    ],
  });
});
afterAll(async () => {
  await server.stop();
  for (const provider of [hospital, clinic, group]) await provider.stop();
});

let addresses = 0;
/** Each call has a network address of its own, because sign-ons are limited by address. */
const call = (options: InjectOptions) =>
  server.call({ ...options, remoteAddress: `10.9.${(addresses += 1) >> 8}.${addresses & 255}` });

async function leave(number: number | null, { prove = false } = {}) {
  const answer = await call({ method: 'GET', url: account.singleSignOnStart(number, { prove }) });
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { status: answer.status, address: String(answer.headers['location']), cookie };
}
const comeBack = (back: URL, cookie: string) =>
  call({ method: 'GET', url: back.pathname + back.search, headers: { cookie } });
const finish = (cookie: string) => call({ method: 'POST', url: '/api/v1/login/single-sign-on', headers: { cookie } });

const verified = (email: string) => ({ email, email_verified: true });
async function signOn(provider: Provider, name: string, email: string, acr?: string) {
  const { address, cookie } = await leave(provider.settings.number);
  await comeBack(await provider.visit(address, name, verified(email), acr), cookie);
  return finish(cookie);
}
/** Makes somebody with an address of this domain. */
async function makePerson(domain: string): Promise<TestUser> {
  const user = await server.makeUser({});
  const email = `person${user.id}@${domain}`;
  await server.ctx.db.transaction(systemScope('example'), (tx) =>
    tx.updateTable('users').set({ email }).where('id', '=', user.id).execute(),
  );
  return { ...user, email };
}
const reasonsOf = (userId: number | null) =>
  server.ctx.db.transaction(systemScope('example'), async (tx) => {
    const rows = await tx
      .selectFrom('audit_entries')
      .select('details')
      .where('user_id', userId === null ? 'is' : '=', userId)
      .where('refused', '=', true)
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.map(({ details }) => JSON.stringify(details));
  });

describe('several identity providers', () => {
  it('are named on the sign-in screen, and each is gone to by its number', async () => {
    const { body } = await call({ method: 'GET', url: '/api/v1/login/options' });
    expect(body.data.providers).toEqual([
      { number: 1, name: 'Harbour Hospital' },
      { number: 2, name: 'Quay Clinic' },
      { number: 5, name: 'The group' },
    ]);
    const origins = [];
    for (const number of [null, 1, 2, 5]) origins.push(new URL((await leave(number)).address).origin);
    const issuerOf = ({ settings }: Provider) => settings.issuer;
    expect(origins).toEqual([hospital, hospital, clinic, group].map(issuerOf));
    for (const unknown of ['3', '0', 'x', '1x', ''])
      expect((await call({ method: 'GET', url: `${account.SINGLE_SIGN_ON_START}?provider=${unknown}` })).status).toBe(
        404,
      );
    expect((await call({ method: 'GET', url: `${account.SINGLE_SIGN_ON_CALLBACK}/3` })).status).toBe(404);
  });

  it('have addresses of their own to come back to', async () => {
    const back = async (number: number) => new URL((await leave(number)).address).searchParams.get('redirect_uri');
    expect([await back(1), await back(2)]).toEqual([
      `${HOME}${account.SINGLE_SIGN_ON_CALLBACK}`,
      `${HOME}${account.SINGLE_SIGN_ON_CALLBACK}/2`,
    ]);
  });

  it('let in their own people, by their first sign-on and afterwards', async () => {
    const [nurse, doctor] = [await makePerson('hospital.example'), await makePerson('clinic.example')];
    for (let time = 0; time < 2; time += 1) {
      expect((await signOn(hospital, 'nurse', nurse.email)).body.data.id).toBe(nurse.id);
      expect((await signOn(clinic, 'doctor', doctor.email)).body.data.id).toBe(doctor.id);
    }
  });

  it('may call two people by one subject', async () => {
    const [nurse, doctor] = [await makePerson('hospital.example'), await makePerson('clinic.example')];
    expect((await signOn(hospital, '4711', nurse.email)).body.data.id).toBe(nurse.id);
    expect((await signOn(clinic, '4711', doctor.email)).body.data.id).toBe(doctor.id);
  });

  it('ask for ways of signing in of their own', async () => {
    const person = await makePerson('group.example');
    expect((await signOn(group, 'manager', person.email, 'password')).status).toBe(401);
    expect((await signOn(group, 'manager', person.email, 'mfa')).status).toBe(200);
  });
});

describe('an identity provider beside others', () => {
  it('claims no account of a domain that it may not speak for, and makes none of an invitation there', async () => {
    const boss = await server.makeUser({ superUser: true });
    const refused = await signOn(clinic, 'mallory', boss.email);
    expect([refused.status, refused.body.message]).toEqual([401, expect.stringContaining('does not speak for')]);
    expect((await reasonsOf(null)).at(-1)).toContain('foreign_address');
    // Nor does a domain that only ends in the same letters count.
    const alike = await makePerson('evil-clinic.example');
    expect((await signOn(clinic, 'alike', alike.email)).status).toBe(401);
    const below = await makePerson('sub.clinic.example');
    expect((await signOn(clinic, 'below', below.email)).status).toBe(401);
  });

  it('and without domains of its own leaves those of others alone', async () => {
    const doctor = await makePerson('clinic.example');
    expect((await signOn(hospital, 'mallory-of-the-hospital', doctor.email)).status).toBe(401);
    expect((await signOn(clinic, 'doctor-2', doctor.email)).status).toBe(200);
  });

  it('never joins an account that another one is linked to, even within its domains', async () => {
    const doctor = await makePerson('clinic.example');
    expect((await signOn(clinic, 'doctor-3', doctor.email)).status).toBe(200);
    const refused = await signOn(group, 'doctor-3', doctor.email, 'mfa');
    expect([refused.status, refused.body.message]).toEqual([401, expect.stringContaining('linked to another sign-in')]);
    expect((await reasonsOf(doctor.id)).at(-1)).toContain('other_person');
    expect((await signOn(clinic, 'doctor-3', doctor.email)).status).toBe(200);
  });

  it('may, once an administrator has removed the link', async () => {
    const superuser = await server.makeUser({ superUser: true });
    const doctor = await makePerson('clinic.example');
    await signOn(clinic, 'doctor-4', doctor.email);
    const removed = await call({
      method: 'DELETE',
      url: `/api/v1/users/${doctor.id}/single-sign-on`,
      headers: superuser.headers,
    });
    expect(removed.status).toBe(200);
    expect((await signOn(group, 'doctor-4', doctor.email, 'mfa')).status).toBe(200);
    expect((await signOn(clinic, 'doctor-4', doctor.email)).status).toBe(401);
  });

  it('links somebody once when they sign on at two at the same time', async () => {
    const doctor = await makePerson('clinic.example');
    const [one, other] = [await leave(2), await leave(5)];
    const backs = [
      await clinic.visit(one.address, 'hasty', verified(doctor.email)),
      await group.visit(other.address, 'hasty', verified(doctor.email), 'mfa'),
    ] as const;
    await Promise.all([comeBack(backs[0], one.cookie), comeBack(backs[1], other.cookie)]);
    const statuses = [(await finish(one.cookie)).status, (await finish(other.cookie)).status];
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('takes over the people of one that is not configured any more', async () => {
    const nurse = await makePerson('hospital.example');
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx
        .insertInto('user_identities')
        .values({ user_id: nurse.id, issuer: 'https://former.example', subject: 'nurse', linked_at: new Date(0) })
        .execute(),
    );
    expect((await signOn(hospital, 'nurse-again', nurse.email)).body.data.id).toBe(nurse.id);
  });
});

describe('an answer that is mixed up with that of another provider', () => {
  it('is refused at the address of the provider that was not asked', async () => {
    const nurse = await makePerson('hospital.example');
    const { address, cookie } = await leave(2);
    // The clinic's provider sends the browser on to the hospital's, with the state of its own sign-on.
    const honest = new URL((await leave(1)).address);
    for (const name of ['state', 'nonce', 'code_challenge'])
      honest.searchParams.set(name, new URL(address).searchParams.get(name) ?? '');
    const back = await hospital.visit(honest.href, 'victim', verified(nurse.email));
    expect(back.pathname).toBe(account.SINGLE_SIGN_ON_CALLBACK);
    await comeBack(back, cookie);
    expect((await finish(cookie)).status).toBe(401);
  });

  it('is refused at the right address, too, because it says whose it is (RFC 9207)', async () => {
    const doctor = await makePerson('clinic.example');
    const { address, cookie } = await leave(2);
    const back = await clinic.visit(address, 'doctor-5', verified(doctor.email));
    expect(back.searchParams.get('iss')).toBe(clinic.settings.issuer);
    back.searchParams.set('iss', hospital.settings.issuer);
    await comeBack(back, cookie);
    expect((await finish(cookie)).status).toBe(401);
  });

  it('is refused when it leaves out whose it is although its provider always says so', async () => {
    const doctor = await makePerson('clinic.example');
    const { address, cookie } = await leave(2);
    const back = await clinic.visit(address, 'doctor-6', verified(doctor.email));
    back.searchParams.delete('iss');
    await comeBack(back, cookie);
    expect((await finish(cookie)).status).toBe(401);
  });
});

describe('a locked session', () => {
  it('is unlocked by its person at the provider, once, and by nobody else', async () => {
    const [doctor, other] = [await makePerson('clinic.example'), await makePerson('clinic.example')];
    const { body } = await signOn(clinic, 'doctor-8', doctor.email);
    await signOn(clinic, 'other-8', other.email);
    const headers = { authorization: `Bearer ${body.auth_token}` };
    await call({ method: 'POST', url: '/api/v1/session/lock', headers });
    const ask = async (name: string, email: string) => {
      const { address, cookie } = await leave(2, { prove: true });
      await comeBack(await clinic.visit(address, name, verified(email)), cookie);
      return cookie;
    };
    const unlock = (cookie: string) =>
      call({ method: 'POST', url: '/api/v1/session/unlock/single-sign-on', headers: { ...headers, cookie } });
    expect((await unlock('')).status).toBe(409);
    expect((await unlock(await ask('other-8', other.email))).status).toBe(403);
    expect((await call({ method: 'GET', url: '/api/v1/account', headers })).status).toBe(423);
    const cookie = await ask('doctor-8', doctor.email);
    const unlocked = await unlock(cookie);
    expect([unlocked.status, unlocked.body.locked]).toEqual([200, false]);
    expect((await call({ method: 'GET', url: '/api/v1/account', headers })).status).toBe(200);
    expect((await unlock(cookie)).status).toBe(409);
  });

  it('is not unlocked by a sign-on that was meant for a new session', async () => {
    const doctor = await makePerson('clinic.example');
    const { body } = await signOn(clinic, 'doctor-9', doctor.email);
    const headers = { authorization: `Bearer ${body.auth_token}` };
    await call({ method: 'POST', url: '/api/v1/session/lock', headers });
    const { address, cookie } = await leave(2);
    await comeBack(await clinic.visit(address, 'doctor-9', verified(doctor.email)), cookie);
    const url = '/api/v1/session/unlock/single-sign-on';
    expect((await call({ method: 'POST', url, headers: { ...headers, cookie } })).status).toBe(409);
  });
});

describe('a proof', () => {
  it('is asked of the provider where the person signed in, and no other person proves it', async () => {
    const [doctor, nurse] = [await makePerson('clinic.example'), await makePerson('hospital.example')];
    const { body } = await signOn(clinic, 'doctor-7', doctor.email);
    await signOn(hospital, 'nurse-7', nurse.email);
    const headers = { authorization: `Bearer ${body.auth_token}` };
    const prove = async (provider: Provider, name: string, email: string) => {
      const { address, cookie } = await leave(provider.settings.number, { prove: true });
      const landed = await comeBack(await provider.visit(address, name, verified(email)), cookie);
      expect(landed.headers['location']).toBe('/signed-on');
      const url = '/api/v1/session/prove/single-sign-on';
      return (await call({ method: 'POST', url, headers: { ...headers, cookie } })).status;
    };
    expect(await prove(clinic, 'doctor-7', doctor.email)).toBe(200);
    expect(await prove(hospital, 'nurse-7', nurse.email)).toBe(403);
  });
});
