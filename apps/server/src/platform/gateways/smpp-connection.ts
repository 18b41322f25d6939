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
  /** Time between two questions whether the centre is there. Default: 20 seconds. */
  enquireLinkMs?: number;
  /** Whether a lost connection is made anew at once, and not only when something is to be sent. */
  staysBound: boolean;
  /** Is given each deliver_sm, and answers it. */
  onDeliver: (session: Session, pdu: Pdu) => Promise<void>;
}

export function createSmppConnection(url: URL, options: ConnectionOptions): SmppConnection {
  const { log, answerTimeoutMs, enquireLinkMs = ENQUIRE_LINK_MS, staysBound, onDeliver } = options;
  /** The session that is bound, or about to be. */
  let current: Session | null = null;
  let bound: Promise<Session | null> | null = null;
  /** Resolves when it is known whether the centre still answers; null: there is no doubt. */
  let checking: Promise<void> | null = null;
  let pause = FIRST_RECONNECT_MS;
  let timer: NodeJS.Timeout | undefined;
  let closing = false;
  /** For each submit_sm that waits for its answer, the function that is called when its session breaks. */
  const waiting = new Map<() => void, Session>();

  function connect(): Promise<Session | null> {
    return new Promise((resolve) => {
      let enquiring: NodeJS.Timeout | null = null;
      const next = openSession(url, {
        log,
        answerTimeoutMs,
        onBound() {
          pause = FIRST_RECONNECT_MS;
          enquiring = setInterval(() => check(next), enquireLinkMs).unref();
          resolve(next);
        },
        onClosed() {
          if (enquiring) {
            clearInterval(enquiring);
            log.warn('the SMPP connection was lost');
          }
          resolve(null);
          for (const [abandon, session] of waiting) if (session === next) abandon();
          if (current === next) leave();
        },
      });
      current = next;
      next.on('deliver_sm', (pdu: Pdu) => void onDeliver(next, pdu));
    });
  }

  /** Forgets the session, whose connection is lost. */
  function leave(): void {
    current = null;
    bound = null;
    if (!closing && staysBound) reconnect();
  }

  function reconnect(): void {
    timer = setTimeout(() => void bind(), pause);
    timer.unref();
    pause = Math.min(pause * 2, MAX_RECONNECT_MS);
  }

  /**
   * Asks whether the centre is there, and makes the connection anew if it is not: a firewall that forgets a connection tells neither
   * side, and TCP finds out after a quarter of an hour. While it is asked, nothing more is sent.
   */
  function check(session: Session): void {
    if (!checking && current === session) checking = leaveIfGone(session);
  }

  async function leaveIfGone(session: Session): Promise<void> {
    const isThere = await answers(session, answerTimeoutMs);
    checking = null;
    if (isThere || current !== session) return;
    log.warn('the SMPP centre does not answer');
    leave();
    session.destroy();
  }

  async function bind(): Promise<Session | null> {
    await checking;
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
        const giveUp = setTimeout(() => {
          abandon();
          check(to);
        }, answerTimeoutMs);
        waiting.set(abandon, to);
        if (!to.submit_sm(fields, settle)) settle(null);
      }),
    async close() {
      closing = true;
      clearTimeout(timer);
      const open = current;
      if (open) await new Promise<void>((resolve) => open.destroy(resolve));
    },
  };
}

/** Returns whether the centre answers in time (SMPP v3.4 §4.11). */
const answers = (session: Session, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(false), timeoutMs).unref();
    const isSent = session.enquire_link(() => {
      clearTimeout(giveUp);
      resolve(true);
    });
    if (!isSent) {
      clearTimeout(giveUp);
      resolve(false);
    }
  });

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
