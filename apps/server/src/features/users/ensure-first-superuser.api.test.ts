import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ensureFirstSuperuser } from './ensure-first-superuser.ts';

const EMAIL = 'matron@hospital.example';
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const signIn = async (password: string) =>
  (await server.call({ method: 'POST', url: '/api/login', payload: { username: EMAIL, password } })).status;

describe('the first superuser', () => {
  it.each([
    ['too short', 'Use at least 12 characters.'],
    ['password1234', 'This is one of the passwords that are tried first. Choose another.'],
    ['Superuser2026', 'This is too close to the name or e-mail address. Choose another.'],
    ['matron@hospital.example', 'This is too close to the name or e-mail address. Choose another.'],
  ])('is not made with the password "%s", and the reason is said', async (password, problem) => {
    const first = await ensureFirstSuperuser(server.ctx, { email: EMAIL, password });
    expect(first).toEqual({ isNew: false, problems: [problem] });
    expect(await signIn(password)).toBe(401);
    const next = await ensureFirstSuperuser(server.ctx, { email: EMAIL, password: 'an evening in november' });
    expect([next.isNew, await signIn('an evening in november')]).toEqual([true, 200]);
  });

  it('is made once, and a later start does not ask what the setting says then', async () => {
    await ensureFirstSuperuser(server.ctx, { email: EMAIL, password: 'an evening in november' });
    const later = await ensureFirstSuperuser(server.ctx, { email: EMAIL, password: 'short' });
    expect(later).toEqual({ isNew: false, problems: [] });
    expect(await signIn('an evening in november')).toBe(200);
  });
});
