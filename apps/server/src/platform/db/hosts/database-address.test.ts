import { expect, it } from 'vitest';
import { inDatabase, readDatabaseAddress, roleOf } from './database-address.ts';

const hostsOf = (text: string) => readDatabaseAddress(text)?.hosts.map(({ host, port }) => `${host} ${port}`) ?? null;

it.each([
  ['postgres://w:p@db/wardvoice', ['db 5432']],
  ['postgresql://w:p@db:6432/wardvoice', ['db 6432']],
  ['postgres://w:p@a:5432,b:5433,c/wardvoice', ['a 5432', 'b 5433', 'c 5432']],
  ['postgres://w:p%2C%40@10.0.0.1,[fd00::2]:5433/wardvoice?sslmode=verify-full', ['10.0.0.1 5432', 'fd00::2 5433']],
  ['postgres://w:p@a,b/wardvoice?target_session_attrs=read-write', ['a 5432', 'b 5432']],
  ['postgres://w:p@a,b/wardvoice?target_session_attrs=primary', ['a 5432', 'b 5432']],
])('%s names its hosts', (text, hosts) => {
  expect(hostsOf(text)).toEqual(hosts);
});

it.each([
  ['another database', 'mysql://w:p@a,b/wardvoice'],
  ['a host without a name', 'postgres://w:p@a,/wardvoice'],
  ['no host at all', 'postgres:///wardvoice'],
  ['a port that is none', 'postgres://w:p@a:70000,b/wardvoice'],
  ['a standby, which refuses writes', 'postgres://w:p@a,b/wardvoice?target_session_attrs=standby'],
  ['any server, which may refuse them', 'postgres://w:p@a,b/wardvoice?target_session_attrs=any'],
  ['a parameter that hides the hosts', 'postgres://w:p@a,b/wardvoice?host=c'],
  ['no address', 'wardvoice'],
])('an address with %s is none', (_, text) => {
  expect(readDatabaseAddress(text)).toBeNull();
});

it('a local socket is named by the parameter host', () => {
  expect(readDatabaseAddress('postgres://w@unused/wardvoice?host=/run/postgresql')?.url.searchParams.get('host')).toBe(
    '/run/postgresql',
  );
});

it('node-postgres is given the first host, and no parameter that it would send to the server', () => {
  const url = readDatabaseAddress(
    'postgres://w:p@[fd00::1]:5433,b/wardvoice?target_session_attrs=read-write&sslmode=x',
  )?.url;
  expect(url?.href).toBe('postgres://w:p@[fd00::1]:5433/wardvoice?sslmode=x');
});

it('another database of the same hosts keeps role and parameters', () => {
  expect(inDatabase('postgres://w:p@a:1,b:2/wardvoice?sslmode=verify-full', 'verify_1')).toBe(
    'postgres://w:p@a:1,b:2/verify_1?sslmode=verify-full',
  );
  expect(inDatabase('postgres://w:p@a', 'verify_1')).toBe('postgres://w:p@a/verify_1');
  expect(roleOf('postgres://ward%20voice:p@a:1,b:2/wardvoice')).toBe('ward voice');
});
