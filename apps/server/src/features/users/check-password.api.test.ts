import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

/** It is made of words of the title and of nothing else. */
const OF_TITLE = 'tullamore infirmary 1';
let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await server.makeApplication({ title: 'Tullamore Infirmary' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

const as = (user: TestUser | null, method: 'POST' | 'PUT', path: string, payload: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: user?.headers ?? {}, payload });
const tokenTo = async (email: string, page: string) => {
  await server.runJobs();
  const text = server.gateways.emails.findLast(({ to }) => to === email)?.text ?? '';
  return new RegExp(`/${page}/([\\w-]+)`).exec(text)?.[1] ?? '';
};

describe('a password that is made of the title of the organisation', () => {
  const isRefused = async (answer: Promise<{ status: number; body: { errors?: object } }>): Promise<boolean> => {
    const { status, body } = await answer;
    return status === 422 && Object.keys(body.errors ?? {}).join() === 'password';
  };

  it('is refused when an administrator makes a user or sets their password', async () => {
    const nurse = await server.makeUser({ applications: [hospital] });
    expect(
      await isRefused(
        as(admin, 'POST', '/users', { user: { name: 'Ann', email: 'ann@wardvoice.example', password: OF_TITLE } }),
      ),
    ).toBe(true);
    expect(
      await isRefused(as(admin, 'PUT', `/users/${nurse.id}/reset-password`, { user: { password: OF_TITLE } })),
    ).toBe(true);
    // The title is that of the person's application, whatever the caller has chosen.
    expect(
      await isRefused(as(superuser, 'PUT', `/users/${nurse.id}/reset-password`, { user: { password: OF_TITLE } })),
    ).toBe(true);
  });

  it('is refused to its own people, who keep their password and their other sessions', async () => {
    const user = { old_password: PASSWORD, password: OF_TITLE };
    const nurse = await server.makeUser({ applications: [hospital] });
    expect(await isRefused(as(nurse, 'PUT', '/account/password', { user }))).toBe(true);
    const login = await as(null, 'POST', '/login', { username: nurse.email, password: PASSWORD });
    expect(login.status).toBe(200);
  });

  it('is refused by a link for a forgotten one, which works for another attempt', async () => {
    const { email } = await server.makeUser({ applications: [hospital] });
    await as(null, 'POST', '/forgot-password', { email });
    const user = { reset_token: await tokenTo(email, 'reset-password'), email };
    expect(await isRefused(as(null, 'POST', '/reset-password', { user: { ...user, password: OF_TITLE } }))).toBe(true);
    const other = await as(null, 'POST', '/reset-password', { user: { ...user, password: 'seven hens in a row' } });
    expect(other.status).toBe(200);
  });

  it('is refused to somebody whom the organisation has invited', async () => {
    const email = 'ida@wardvoice.example';
    await as(admin, 'POST', '/account_invitations', { user: { name: 'Ida', email } });
    const invitation_token = await tokenTo(email, 'accept-invitation');
    expect(
      await isRefused(as(null, 'POST', '/accept-invitation', { user: { invitation_token, password: OF_TITLE } })),
    ).toBe(true);
  });

  it('is nothing special to people of another one', async () => {
    const elsewhere = await server.makeUser({ applications: [await server.makeApplication()] });
    const user = { old_password: PASSWORD, password: OF_TITLE };
    expect((await as(elsewhere, 'PUT', '/account/password', { user })).status).toBe(200);
  });
});
