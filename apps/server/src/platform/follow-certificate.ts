import { readFile } from 'node:fs/promises';
import { createSecureContext, type Server } from 'node:tls';
import type { Log } from './log.ts';
import { codeOf } from './errors.ts';

/** Paths of PEM files. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

const LOOK_EVERY_MS = 60_000;

/**
 * Gives a TLS server its certificate anew when the files have changed, as after a renewal. Connections that are open stay
 * open. Files that do not fit together, as while they are being replaced, are tried again at the next look. Returns the
 * function that ends this.
 */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  files: CertificateFiles,
  log: Log,
  everyMs = LOOK_EVERY_MS,
): () => void {
  let known: string | null = null;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const [cert, key] = [await readFile(files.cert, 'utf8'), await readFile(files.key, 'utf8')];
      const both = `${cert}\n${key}`;
      if (known !== null && both !== known) {
        createSecureContext({ cert, key });
        server.setSecureContext({ cert, key });
        log.info('the certificate was read again');
      }
      known = both;
    } catch (error) {
      log.error({ code: codeOf(error) }, 'the certificate cannot be read again; the earlier one stays in use');
    } finally {
      isLooking = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}
