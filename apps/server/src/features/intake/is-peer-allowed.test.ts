import { expect, it } from 'vitest';
import { readPeerRule } from './is-peer-allowed.ts';

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const engine = { commonName: 'engine', fingerprint: FINGERPRINT };

it('an empty list has no rule', () => expect(readPeerRule([])).toBeNull());

it.each([
  ['an address', ['10.1.2.3'], { address: '10.1.2.3', certificate: null }, true],
  ['another address', ['10.1.2.3'], { address: '10.1.2.4', certificate: null }, false],
  ['a network', ['10.1.0.0/16', 'fd00::/8'], { address: '10.1.9.9', certificate: null }, true],
  ['a network of IPv6', ['10.1.0.0/16', 'fd00::/8'], { address: 'fd00::7', certificate: null }, true],
  ['no address at all', ['10.1.2.3'], { address: '', certificate: null }, false],
  ['a name in a certificate', ['CN=engine'], { address: '10.1.2.3', certificate: engine }, true],
  ['a fingerprint', [`SHA256=${FINGERPRINT}`], { address: '10.1.2.3', certificate: engine }, true],
  ['another name', ['CN=engine2'], { address: '10.1.2.3', certificate: engine }, false],
  ['no certificate', ['CN=engine'], { address: '10.1.2.3', certificate: null }, false],
  ['both', ['10.1.2.3', 'CN=engine'], { address: '10.1.2.3', certificate: engine }, true],
  ['the certificate alone', ['10.1.2.3', 'CN=engine'], { address: '10.9.9.9', certificate: engine }, false],
  ['the address alone', ['10.1.2.3', 'CN=engine'], { address: '10.1.2.3', certificate: null }, false],
])('a sender with %s is allowed or not', (_what, allowed, peer, expected) =>
  expect(readPeerRule(allowed)?.(peer)).toBe(expected),
);
