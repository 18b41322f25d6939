import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type Server } from 'node:tls';
import type { Log } from './log.ts';
import { codeOf } from './errors.ts';

/** PEM texts. With `ca`, a client must show a certificate signed by it. */
export interface CertificateTexts {
  cert: string;
  key: string;
  ca: string | null;
}

/** A setting that names a PEM file, with its value. */
interface PemFile {
  setting: string;
  path: string;
}

/** Where the texts of a certificate were read. */
export interface CertificateFiles {
  cert: PemFile;
  key: PemFile;
  ca: PemFile | null;
}

export interface CertificateFollower {
  /** Gives the server the newest certificate, now and whenever it is renewed. Returns the function that ends this. */
  attach(server: Pick<Server, 'setSecureContext'>): () => void;
  stop(): void;
}

const LOOK_EVERY_MS = 60_000;

/**
 * Reads the files of a certificate anew when they have changed, as after a renewal, and gives TLS servers what they say for
 * their new connections. Connections that are open stay open. Files that cannot be used, as while they are being replaced,
 * are logged by their setting and tried again a minute later; until then the earlier certificate stays in use.
 */
export function followCertificate(
  { files, ...texts }: CertificateTexts & { files: CertificateFiles },
  log: Log,
  everyMs = LOOK_EVERY_MS,
): CertificateFollower {
  const servers = new Set<Pick<Server, 'setSecureContext'>>();
  let current: CertificateTexts = texts;
  let isRenewed = false;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const found = await readTexts(files);
      if (isSame(found, current)) return;
      checkTexts(found, files);
      current = found;
      isRenewed = true;
      for (const server of servers) server.setSecureContext(contextOf(current));
      log.info({ settings: files.cert.setting }, 'the certificate was read again');
    } catch (error) {
      const settings = error instanceof UnusableFile ? error.settings : files.cert.setting;
      const code = codeOf(error instanceof UnusableFile ? error.cause : error);
      log.error({ code, settings }, 'the certificate cannot be read again; the earlier one stays in use');
    } finally {
      isLooking = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), everyMs).unref();
  return {
    attach(server) {
      servers.add(server);
      if (isRenewed) server.setSecureContext(contextOf(current));
      return () => servers.delete(server);
    },
    stop: () => clearInterval(timer),
  };
}

/** The settings whose files cannot be used, because they cannot be read, are incomplete or do not fit together. */
class UnusableFile extends Error {
  readonly settings: string;
  constructor(settings: string, cause: unknown) {
    super(`${settings} cannot be used`, { cause });
    this.settings = settings;
  }
}

async function readTexts({ cert, key, ca }: CertificateFiles): Promise<CertificateTexts> {
  return { cert: await readText(cert), key: await readText(key), ca: ca && (await readText(ca)) };
}

const readText = ({ setting, path }: PemFile): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw new UnusableFile(setting, error);
  });

const isSame = (one: CertificateTexts, other: CertificateTexts): boolean =>
  one.cert === other.cert && one.key === other.key && one.ca === other.ca;

/** Throws UnusableFile when new connections could not be made with these texts, or would be checked by half of the CA file. */
function checkTexts({ cert, key, ca }: CertificateTexts, files: CertificateFiles): void {
  check(files.cert.setting, () => readCertificates(cert));
  check(files.key.setting, () => createPrivateKey(key));
  if (files.ca && ca !== null) check(files.ca.setting, () => readCertificates(ca));
  check(`${files.cert.setting} and ${files.key.setting}`, () => createSecureContext({ cert, key }));
}

function check(settings: string, use: () => unknown): void {
  try {
    use();
  } catch (error) {
    throw new UnusableFile(settings, error);
  }
}

/** Where a block of a PEM file begins. */
const BLOCK = /^(?=-----BEGIN )/m;
const CERTIFICATE = /^-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/;

/**
 * Reads each certificate of a PEM text, which may hold a key as well. OpenSSL would pass over the ones of a CA file that are
 * broken or cut off.
 */
function readCertificates(pem: string): X509Certificate[] {
  const blocks = pem.split(BLOCK).filter((block) => CERTIFICATE.test(block));
  if (blocks.length === 0) throw new Error('no certificate');
  return blocks.map((block) => new X509Certificate(block));
}

const contextOf = ({ cert, key, ca }: CertificateTexts) => (ca === null ? { cert, key } : { cert, key, ca });
