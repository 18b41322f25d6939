import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readCookie, setCookie, type Cookie } from './cookies.ts';

const cookie: Cookie = { name: 'example', value: 'first.value', seconds: 60, path: '/api', sameSite: 'Strict' };

async function cookiesOf(publicUrl: string, ...cookies: Cookie[]): Promise<unknown[]> {
  const http = fastify();
  http.get('/', (_request, reply) => {
    for (const one of cookies) setCookie({ publicUrl }, reply, one);
    return reply.send('');
  });
  return [(await http.inject('/')).headers['set-cookie']].flat();
}
const read = (publicUrl: string, header: string) =>
  readCookie({ publicUrl }, { headers: { cookie: header } }, 'example', '[a-z.]{1,20}');

describe('a cookie', () => {
  it('cannot be read by scripts and, with https, is sent and set by https only', async () => {
    expect(await cookiesOf('http://here.example', cookie)).toEqual([
      'example=first.value; Max-Age=60; Path=/api; HttpOnly; SameSite=Strict',
    ]);
    expect(await cookiesOf('https://here.example', cookie)).toEqual([
      '__Host-example=first.value; Max-Age=60; Path=/; Secure; HttpOnly; SameSite=Strict',
    ]);
  });

  it('stands beside others, and may last until the browser is closed', async () => {
    const other: Cookie = { ...cookie, name: 'other', seconds: null, sameSite: 'Lax' };
    expect(await cookiesOf('http://here.example', cookie, other)).toEqual([
      expect.stringMatching(/^example=/),
      'other=first.value; Path=/api; HttpOnly; SameSite=Lax',
    ]);
  });

  it('is read by its whole name, and only if it consists of its characters', () => {
    expect(read('http://here.example', 'a=b; example=found.it; c=d')).toBe('found.it');
    expect(read('http://here.example', 'another-example=found')).toBeUndefined();
    expect(read('http://here.example', 'example=FOUND')).toBeUndefined();
    expect(read('http://here.example', '')).toBeUndefined();
  });

  it('without the prefix is none of ours where people come by https', () => {
    expect(read('https://here.example', '__Host-example=found')).toBe('found');
    expect(read('https://here.example', '__Secure-example=planted')).toBeUndefined();
    expect(read('https://here.example', 'example=planted')).toBeUndefined();
  });
});
