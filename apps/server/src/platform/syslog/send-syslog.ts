import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { frameSyslog } from './syslog-message.ts';

export interface SyslogReceiver {
  host: string;
  port: number;
  /** PEM of the authority that has issued the receiver's certificate, null for one that Node knows; null: no TLS. */
  tls: { ca: string | null } | null;
}

/** For all of one call: connecting, sending and the answer to the end of the connection. */
const SEND_WITHIN_MS = 15_000;

/**
 * Between the last message and our end. What ends the connection by then does not understand us: a receiver of syslog waits for
 * more, while a TLS port closes the connection of somebody who speaks without TLS.
 */
const LISTEN_MS = 200;

/** Returns a receiver as the setting names it. */
export const nameReceiver = ({ host, port, tls }: SyslogReceiver): string =>
  `${tls ? 'tls' : 'tcp'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/**
 * Sends messages over a connection of their own. Resolves when the receiver has read all of them, and rejects when that is not
 * known. Syslog has no acknowledgement, so the end of the connection is one: the receiver ends its side when it has read to the
 * end of ours (RFC 5425 §4.4).
 */
export function sendSyslog(receiver: SyslogReceiver, messages: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(receiver);
    let ending: NodeJS.Timeout | undefined;
    let isSent = false;
    let isRead = false;
    let failure: Error | null = null;
    const fail = (error: Error) => {
      failure ??= error;
      socket.destroy();
    };
    const abort = () => fail(problem('ABORTED'));
    const timer = setTimeout(() => fail(problem('ETIMEDOUT')), SEND_WITHIN_MS);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    const end = () => socket.end(() => (isSent = true));
    socket.once(receiver.tls ? 'secureConnect' : 'connect', () =>
      socket.write(frameSyslog(messages), () => (ending = setTimeout(end, LISTEN_MS))),
    );
    // A receiver of syslog says nothing. What answers is something else, such as a web server, or speaks TLS where we do not.
    socket.once('data', () => fail(problem('EPROTO')));
    socket.once('end', () => (isRead = isSent));
    socket.on('error', fail);
    socket.once('close', () => {
      clearTimeout(timer);
      clearTimeout(ending);
      signal.removeEventListener('abort', abort);
      if (failure) reject(failure);
      else if (isRead) resolve();
      else reject(problem('ECONNRESET'));
    });
  });
}

function connect({ host, port, tls }: SyslogReceiver): Socket {
  if (!tls) return connectTcp({ host, port });
  // A server name that is an address is not allowed (RFC 6066 §3).
  const serverName = isIP(host) ? {} : { servername: host };
  return connectTls({ host, port, ...serverName, ...(tls.ca === null ? {} : { ca: tls.ca }) });
}

const problem = (code: string): Error => Object.assign(new Error(`the receiver did not read all: ${code}`), { code });
