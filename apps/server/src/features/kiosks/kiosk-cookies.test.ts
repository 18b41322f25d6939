import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { readKioskSecret } from './kiosk-cookies.ts';

const SECRET = 'a-secret-of-a-tablet-that-was-started';

async function readWith(cookie: string): Promise<unknown> {
  const http = fastify();
  const ctx: Pick<Context, 'publicUrl'> = { publicUrl: 'https://feedback.hospital.example' };
  http.get('/', (request) => ({ secret: readKioskSecret(ctx, request) ?? null }));
  return (await http.inject({ url: '/', headers: { cookie } })).json();
}

it.each(['__Host-wardvoice_kiosk', '__Secure-wardvoice_kiosk', 'wardvoice_kiosk'])(
  'a tablet that was started with %s stays a kiosk',
  async (name) => expect(await readWith(`other=1; ${name}=${SECRET}`)).toEqual({ secret: SECRET }),
);

it('the newest name counts, so that an older cookie cannot be planted beside it', async () => {
  const cookies = `__Secure-wardvoice_kiosk=planted-by-another-host; __Host-wardvoice_kiosk=${SECRET}`;
  expect(await readWith(cookies)).toEqual({ secret: SECRET });
});
