import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

export interface Certificate {
  /** PEM */
  cert: string;
  key: string;
}

interface Issuer extends Certificate {
  name: string;
  privateKey: KeyObject;
}

/** Makes the certificate authority of a hospital, for one test (X.509, RFC 5280, ECDSA P-256). */
export function makeAuthority(name = 'Hospital CA'): Issuer & { issue(host: string): Certificate } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = certificate({
    subject: name,
    issuer: name,
    publicKey,
    signedWith: privateKey,
    extensions: [isAuthority],
  });
  return {
    name,
    cert,
    key: pem('PRIVATE KEY', privateKey.export({ type: 'pkcs8', format: 'der' })),
    privateKey,
    issue(host) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return {
        cert: certificate({
          subject: host,
          issuer: name,
          publicKey: own.publicKey,
          signedWith: privateKey,
          extensions: [isFor(host)],
        }),
        key: pem('PRIVATE KEY', own.privateKey.export({ type: 'pkcs8', format: 'der' })),
      };
    },
  };
}

interface Fields {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signedWith: KeyObject;
  extensions: Buffer[];
}

let serial = 1;

function certificate({ subject, issuer, publicKey, signedWith, extensions }: Fields): string {
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([0x01, (serial += 1)])),
    ecdsaWithSha256,
    name(issuer),
    sequence(time('200101000000Z'), time('491231235959Z')),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, signedWith)]));
  return pem('CERTIFICATE', sequence(body, ecdsaWithSha256, signature));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const time = (text: string): Buffer => tagged(0x17, Buffer.from(text));
const name = (text: string): Buffer => sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(text)))));
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), tagged(0x04, value));
const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`;

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
/** The extension basicConstraints, which says that the certificate is an authority's. */
const isAuthority = extension('551d13', sequence(tagged(0x01, Buffer.from([0xff]))));
/** The extension subjectAltName, which names the host. */
const isFor = (host: string): Buffer =>
  extension(
    '551d11',
    sequence(isIP(host) ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host))),
  );
