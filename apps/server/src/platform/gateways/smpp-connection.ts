import smpp, { type Pdu, type Session } from 'smpp';
import type { Log } from '../log.ts';

const ENQUIRE_LINK_MS = 20_000;
const FIRST_RECONNECT_MS = 500;
const MAX_RECONNECT_MS = 30_000;

/** A connection to an SMPP centre that is made when it is needed. */
export interface SmppConnection {
  /** Returns the bound session. Null: the centre cannot be reached, or refused the bind. */
  bind(): Promise<Session | null>;
  /** Sends a submit_sm and returns its answer. Null: there was none, and the text may have arrived. */
  submit(session: Session, fields: Record<string, unknown>): Promise<Pdu | null>;
  close(): Promise<void>;
}

interface ConnectionOptions {
  log: Log;
  answerTimeoutMs: number;
  /** Whether a lost connection is made anew at once, and not only when something is to be sent. */
  staysBound: boolean;
  /** Is given each deliver_sm, and answers it. */
  onDeliver: (session: Session, pdu: Pdu) => Promise<void>;
}

export function createSmppConnection(url: URL, options: ConnectionOptions): SmppConnection {
  const { log, answerTimeoutMs, staysBound, onDeliver } = options;
  let session: Session | null = null;
  let bound: Promise<Session | null> | null = null;
  let pause = FIRST_RECONNECT_MS;
  let timer: NodeJS.Timeout | undefined;
  let closing = false;
  /** One function for each submit_sm that waits for its answer, called when the connection breaks. */
  const waiting = new Set<() => void>();

  function connect(): Promise<Session | null> {
    return new Promise((resolve) => {
      const next = openSession(url, {
        log,
        answerTimeoutMs,
        onBound() {
          pause = FIRST_RECONNECT_MS;
          session = next;
          resolve(next);
        },
        onClosed() {
          if (session === next) log.warn('the SMPP connection was lost');
          session = null;
          bound = null;
          resolve(null);
          for (const abandon of waiting) abandon();
          if (!closing && staysBound) reconnect();
        },
      });
      next.on('deliver_sm', (pdu: Pdu) => void onDeliver(next, pdu));
    });
  }

  function reconnect(): void {
    timer = setTimeout(() => void bind(), pause);
    timer.unref();
    pause = Math.min(pause * 2, MAX_RECONNECT_MS);
  }

  function bind(): Promise<Session | null> {
    bound ??= connect();
    return bound;
  }

  return {
    bind,
    submit: (to, fields) =>
      new Promise((resolve) => {
        const settle = (pdu: Pdu | null) => {
          clearTimeout(giveUp);
          waiting.delete(abandon);
          resolve(pdu);
        };
        const abandon = () => settle(null);
        const giveUp = setTimeout(abandon, answerTimeoutMs);
        waiting.add(abandon);
        if (!to.submit_sm(fields, settle)) settle(null);
      }),
    async close() {
      closing = true;
      clearTimeout(timer);
      const open = session;
      if (open) await new Promise<void>((resolve) => open.destroy(resolve));
    },
  };
}

interface SessionEvents {
  log: Log;
  answerTimeoutMs: number;
  onBound: () => void;
  onClosed: () => void;
}

/** Connects and binds as a transceiver (SMPP v3.4 §4.1.5). Whatever goes wrong closes the session. */
function openSession(url: URL, { log, answerTimeoutMs, onBound, onClosed }: SessionEvents): Session {
  const tls = url.searchParams.get('tls') === '1';
  const session = smpp.connect({
    host: url.hostname,
    port: Number(url.port) || 2775,
    tls,
    auto_enquire_link_period: ENQUIRE_LINK_MS,
  });
  const giveUp = setTimeout(() => session.destroy(), answerTimeoutMs);
  session.on('error', () => session.destroy());
  session.on('close', () => {
    clearTimeout(giveUp);
    onClosed();
  });
  session.on(tls ? 'secureConnect' : 'connect', () => {
    session.bind_transceiver(
      { system_id: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
      ({ command_status }) => {
        clearTimeout(giveUp);
        if (command_status === 0) return onBound();
        log.error({ command_status }, 'the SMPP centre refused the bind: check user and password in SMS_URL');
        session.destroy();
      },
    );
  });
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  return session;
}
