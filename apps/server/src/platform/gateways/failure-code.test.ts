import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { portOf } from '../port-of.ts';
import { failureCodeOf } from './failure-code.ts';

it('is the code of the cause where nobody listens, and the name where there is no code', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  await new Promise((resolve) => server.close(resolve));
  expect(failureCodeOf(await fetch(url).catch((error: unknown) => error))).toBe('ECONNREFUSED');
  const signal = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  expect(failureCodeOf(await fetch(url, { signal }).catch((error: unknown) => error))).toBe('TimeoutError');
});
