import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.setTime(new Date()));

let addresses = 0;
const newAddress = () => `10.6.${(addresses += 1) >> 8}.${addresses & 255}`;
const later = (hours: number) => server.setTime(new Date(Date.now() + hours * 3_600_000));

/** A browser that keeps the cookie by which its device is known. */
class Browser {
  cookie: string | null = null;

  async post(path: string, payload: object, remoteAddress = newAddress(), headers: object = {}) {
    const answer = await server.call({
      method: path === '/account/password' ? 'PUT' : 'POST',
      url: `/api/v1${path}`,
      payload,
      remoteAddress,
      headers: { ...headers, ...(this.cookie === null ? {} : { cookie: `theme=dark; ${this.cookie}` }) },
    });
    const [set] = [answer.headers['set-cookie'] ?? []].flat().map(String);
    if (set) this.cookie = set.split(';')[0] ?? null;
    return { ...answer, set };
  }

  signIn(username: string, password = PASSWORD, remoteAddress = newAddress()) {
    return this.post('/login', { username, password }, remoteAddress);
  }
}

async function browserOf({ email }: TestUser): Promise<Browser> {
  const browser = new Browser();
  expect((await browser.signIn(email)).status).toBe(200);
  return browser;
}

async function guess(username: string, times: number, remoteAddress?: string): Promise<number[]> {
  const statuses = [];
  for (let count = 0; count < times; count += 1)
    statuses.push((await new Browser().signIn(username, 'a wrong guess', remoteAddress)).status);
  return statuses;
}

describe('somebody who guesses at a nurse’s account', () => {
  it('keeps new devices out, and never one on which she has signed in', async () => {
    const nurse = await server.makeUser({});
    const station = await browserOf(nurse);
    const statuses = await guess(nurse.email, 100);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
    expect((await new Browser().signIn(nurse.email)).status).toBe(429);
    expect((await station.signIn(nurse.email)).status).toBe(200);
    // Her own success on the station does not let strangers guess on.
    expect(await guess(nurse.email, 1)).toEqual([429]);
  });

  it('at her own network address keeps her device out as little', async () => {
    const nurse = await server.makeUser({});
    const [station, address] = [await browserOf(nurse), newAddress()];
    for (let name = 0; name < 51; name += 1) await guess(`nobody${name}@wardvoice.example`, 1, address);
    expect((await new Browser().signIn(nurse.email, PASSWORD, address)).status).toBe(429);
    expect((await station.signIn(nurse.email, PASSWORD, address)).status).toBe(200);
  });

  it('on her device has to wait there, and nowhere else', async () => {
    const nurse = await server.makeUser({});
    const station = await browserOf(nurse);
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await station.signIn(nurse.email, 'a guess')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await station.signIn(nurse.email)).status).toBe(429);
    expect((await new Browser().signIn(nurse.email)).status).toBe(200);
  });

  it('with an account of their own resets nothing by signing in to it', async () => {
    const [nurse, attacker] = [await server.makeUser({}), await server.makeUser({})];
    const [address, own] = [newAddress(), new Browser()];
    const statuses = [];
    for (let round = 0; round < 3; round += 1) {
      statuses.push(...(await guess(nurse.email, 4, address)));
      expect((await own.signIn(attacker.email, PASSWORD, address)).status).toBe(200);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });

  it('from one address at many accounts is held back, though one of the accounts is their own', async () => {
    const [attacker, address] = [await server.makeUser({}), newAddress()];
    const statuses: number[] = [];
    const spray = async (first: number, last: number) => {
      for (let name = first; name < last; name += 1)
        statuses.push(...(await guess(`sprayed${name}@wardvoice.example`, 1, address)));
    };
    await spray(0, 30);
    expect((await new Browser().signIn(attacker.email, PASSWORD, address)).status).toBe(200);
    await spray(30, 55);
    expect(statuses).toEqual([...Array<number>(50).fill(401), ...Array<number>(5).fill(429)]);
  });
});

describe('failures', () => {
  it('of a person are taken back when they succeed, and those of others stay', async () => {
    const [nurse, address] = [await server.makeUser({}), newAddress()];
    await guess(nurse.email, 2);
    await guess(nurse.email, 2, address);
    expect((await new Browser().signIn(nurse.email, PASSWORD, address)).status).toBe(200);
    expect(await guess(nurse.email, 4)).toEqual([401, 401, 401, 429]);
  });

  it('of many people behind one address do not add up over days', async () => {
    const address = newAddress();
    for (let hour = 0; hour < 60; hour += 1) {
      later(hour * 0.9);
      expect(await guess(`slip${hour}@wardvoice.example`, 1, address)).toEqual([401]);
    }
  });
});

describe('the cookie of a device', () => {
  const held = async (user: TestUser, browser: Browser) => {
    const { status } = await browser.signIn(user.email);
    return status === 429;
  };

  it('cannot be read by scripts, is sent to this site only, and lasts half a year', async () => {
    const nurse = await server.makeUser({});
    const browser = new Browser();
    const { set } = await browser.signIn(nurse.email);
    expect(set).toMatch(/^wardvoice_device=[\w.-]+; Max-Age=15552000; Path=\/api; HttpOnly; SameSite=Strict$/);
    expect(set).not.toContain(nurse.email);
    expect((await new Browser().signIn(nurse.email, 'wrong')).set).toBeUndefined();
  });

  it('of one account is of no use at another', async () => {
    const [nurse, attacker] = [await server.makeUser({}), await server.makeUser({})];
    const own = await browserOf(attacker);
    await guess(nurse.email, 6);
    expect(await held(nurse, own)).toBe(true);
    const [entry = ''] = /[^=]+$/.exec(own.cookie ?? '') ?? [];
    own.cookie = `wardvoice_device=${entry.replace(/^\d+/, String(nurse.id))}`;
    expect(await held(nurse, own)).toBe(true);
  });

  it.each([
    ['was changed', (cookie: string) => cookie.slice(0, -3) + (cookie.endsWith('aaa') ? 'bbb' : 'aaa')],
    ['was made up', () => `wardvoice_device=1.${'x'.repeat(16)}.tg0000.${'x'.repeat(12)}.${'x'.repeat(27)}`],
    ['is no cookie of ours', () => 'wardvoice_device=~~..~'],
  ])('counts as none when it %s', async (_what, change) => {
    const nurse = await server.makeUser({});
    const station = await browserOf(nurse);
    await guess(nurse.email, 6);
    station.cookie = change(station.cookie ?? '');
    expect(await held(nurse, station)).toBe(true);
  });

  it('counts as none after half a year without signing in', async () => {
    const nurse = await server.makeUser({});
    const station = await browserOf(nurse);
    later(179 * 24);
    await guess(nurse.email, 6);
    expect(await held(nurse, station)).toBe(false);
    later((179 + 181) * 24);
    await guess(nurse.email, 6);
    expect(await held(nurse, station)).toBe(true);
  });

  it('ends with the password on every device but the one where it is changed', async () => {
    const nurse = await server.makeUser({});
    const [station, home] = [await browserOf(nurse), await browserOf(nurse)];
    const NEW = 'seven hens in a row';
    const body = { user: { old_password: PASSWORD, password: NEW } };
    expect((await station.post('/account/password', body, newAddress(), nurse.headers)).status).toBe(200);
    await guess(nurse.email, 6);
    expect((await home.signIn(nurse.email, NEW)).status).toBe(429);
    expect((await station.signIn(nurse.email, NEW)).status).toBe(200);
  });

  it('knows everybody who signs in at the computer of a ward', async () => {
    const [nurse, colleague] = [await server.makeUser({}), await server.makeUser({})];
    const station = await browserOf(nurse);
    expect((await station.signIn(colleague.email)).status).toBe(200);
    await guess(nurse.email, 6);
    await guess(colleague.email, 6);
    expect([await held(nurse, station), await held(colleague, station)]).toEqual([false, false]);
  });

  it('stays small, however many people use one computer', async () => {
    const station = new Browser();
    const people: TestUser[] = [];
    for (let count = 0; count < 22; count += 1) people.push(await server.makeUser({}));
    for (const { email } of people) expect((await station.signIn(email)).status).toBe(200);
    expect(station.cookie?.length).toBeLessThan(2_000);
    const [first, last] = [people[0] as TestUser, people.at(-1) as TestUser];
    await guess(first.email, 6);
    await guess(last.email, 6);
    expect([await held(last, station), await held(first, station)]).toEqual([false, true]);
  });
});

describe('the limit of sign-ins in a minute', () => {
  it('is used up by one address without keeping out the devices at it that are known', async () => {
    const nurse = await server.makeUser({});
    const [station, address] = [await browserOf(nurse), newAddress()];
    await Promise.all(Array.from({ length: 61 }, () => new Browser().signIn('', '', address)));
    expect((await new Browser().signIn('', '', address)).body.message).toContain('Too many requests');
    expect((await station.signIn(nurse.email, PASSWORD, address)).status).toBe(200);
  });
});

describe('the second step', () => {
  const codeAt = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at });

  async function enrol(user: TestUser): Promise<string> {
    const post = async (path: string, payload: object): Promise<Json> =>
      (await server.call({ method: 'POST', url: `/api/v1${path}`, payload, headers: user.headers })).body.data;
    const { secret } = await post('/account/two-step', { password: PASSWORD });
    await post('/account/two-step/confirm', { code: codeAt(secret, Date.now()) });
    return secret;
  }

  it('makes the device known when the code was right, and not by the password alone', async () => {
    const nurse = await server.makeUser({});
    const secret = await enrol(nurse);
    const station = new Browser();
    const first = await station.signIn(nurse.email);
    expect([first.status, first.set]).toEqual([403, undefined]);
    later(0.05);
    const code = codeAt(secret, Date.now() + 180_000);
    const second = await station.post('/login/two-step', { two_step_token: first.body.two_step_token, code });
    expect([second.status, second.set]).toEqual([200, expect.stringContaining('wardvoice_device=')]);
    await guess(nurse.email, 6);
    expect((await station.signIn(nurse.email)).status).toBe(403);
    expect((await new Browser().signIn(nurse.email)).status).toBe(429);
  });

  it('ends with its fifth wrong code, also when they come at once', async () => {
    const nurse = await server.makeUser({});
    const station = await browserOf(nurse);
    await enrol(nurse);
    const { body } = await station.signIn(nurse.email);
    const { two_step_token } = body;
    const codes = Array.from({ length: 9 }, () =>
      new Browser().post('/login/two-step', { two_step_token, code: '000000' }),
    );
    const answers = (await Promise.all(codes)).map(({ body: answer }) => answer.message);
    expect(answers.filter((message) => message.startsWith('This code is wrong')).length).toBeLessThanOrEqual(5);
    const again = await station.post('/login/two-step', { two_step_token, code: '000000' });
    expect([again.status, again.body.message]).toEqual([401, 'This took too long. Sign in again.']);
  });
});
