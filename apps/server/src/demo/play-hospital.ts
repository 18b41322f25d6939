import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import type { Context } from '../platform/context.ts';
import { seededRandom } from './demo-people.ts';
import { listOpenStays } from './demo.queries.ts';
import { createHospitalFeed } from './hospital-feed.ts';
import { playPatients } from './play-patients.ts';

/** Days of the past that are sent at once. */
const PAST_DAYS = 7;
/** Pause between live events. */
const PAUSE_MS = 2_500;
const RECONNECT_MS = 2_000;

/** Plays a hospital over a real MLLP socket: its last week at once, then a message every few seconds. */
export function playHospital(
  ctx: Context,
  { host, port, withPast }: { host: string; port: number; withPast: boolean },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const runId = Math.floor(ctx.clock().getTime() / 1000)
    .toString(36)
    .toUpperCase();
  const feed = createHospitalFeed(seededRandom(Number.parseInt(runId, 36)), runId);

  const start = ctx.clock();
  const past = feed.past(new Date(start.getTime() - PAST_DAYS * 86_400_000), start);
  let pastIsTold = !withPast;
  /** The message without an acknowledgement, which is sent again after a broken connection as hospital systems do. */
  let unanswered: Uint8Array | null = null;

  /** Returns the next message of the past, if wanted, and then the next live one. */
  async function nextMessage(): Promise<Uint8Array> {
    if (!pastIsTold) {
      const { value } = past.next();
      if (value) return value;
      pastIsTold = true;
    }
    await pause(PAUSE_MS * (0.4 + Math.random() * 1.2), undefined, { signal });
    return feed.next(ctx.clock());
  }
  async function play(): Promise<void> {
    const sender = await connectSender(host, port);
    try {
      while (!signal.aborted) {
        unanswered ??= await nextMessage();
        await sender.send(unanswered);
        unanswered = null;
      }
    } finally {
      sender.close();
    }
  }
  async function playOn(): Promise<void> {
    if (!withPast) feed.adopt(await listOpenStays(ctx).catch(() => []));
    while (!signal.aborted) {
      await play().catch(() => undefined);
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  const running = [playOn(), playPatients(ctx, signal)];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface Sender {
  /** Sends one message and waits for its acknowledgement, as most hospital systems do. */
  send(message: Uint8Array): Promise<void>;
  close(): void;
}

function connectSender(host: string, port: number): Promise<Sender> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, host);
    const decoder = new FrameDecoder({ maxFrameBytes: 1 << 20, keepBytes: 1024 });
    let answered: (() => void) | null = null;
    let failed: (error: Error) => void = reject;
    socket.on('data', (chunk) => {
      if (decoder.push(chunk).some(({ kind }) => kind === 'frame')) answered?.();
    });
    socket.on('error', (error) => failed(error));
    socket.on('close', () => failed(new Error('the listener closed the connection')));
    socket.once('connect', () =>
      resolve({
        send: (message) =>
          new Promise((done, fail) => {
            answered = done;
            failed = fail;
            socket.write(wrapFrame(message));
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}
