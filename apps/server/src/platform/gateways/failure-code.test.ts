import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { portOf } from '../port-of.ts';
import { adviceOn, failureCodeOf, hadNotLeft } from './failure-code.ts';

it('is the code of the cause where nobody listens, and the name where there is no code', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  await new Promise((resolve) => server.close(resolve));
  expect(failureCodeOf(await fetch(url).catch((error: unknown) => error))).toBe('ECONNREFUSED');
  const signal = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  expect(failureCodeOf(await fetch(url, { signal }).catch((error: unknown) => error))).toBe('TimeoutError');
});

it.each([
  ['ECONNREFUSED', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['PROXY_407', true],
  ['ECONNRESET', false],
  ['TimeoutError', false],
])('%s: whether the request had certainly not left: %s', (code, expected) => {
  expect(hadNotLeft(code)).toBe(expected);
});

it('advises on what the operator can change', () => {
  expect(adviceOn('SELF_SIGNED_CERT_IN_CHAIN')).toContain('NODE_EXTRA_CA_CERTS');
  expect(adviceOn('PROXY_407')).toContain('The proxy answered 407; check HTTPS_PROXY');
  expect(adviceOn('ECONNREFUSED')).toBe('');
});
