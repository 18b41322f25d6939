import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import type { Context } from '../platform/context.ts';
import { seededRandom } from './demo-people.ts';
import { createHospitalFeed } from './hospital-feed.ts';
import { playPatients } from './play-patients.ts';

/** What happened before you came: so many messages over so many hours, sent at once. */
const PAST_MESSAGES = 400;
const PAST_HOURS = 60;
/** From then on. */
const PAUSE_MS = 2_500;
const RECONNECT_MS = 2_000;

/** A hospital on a real MLLP socket: its last days at once, then a message every few seconds, and patients who answer. */
export function playHospital(
  house: Context,
  { host, port, withPast }: { host: string; port: number; withPast: boolean },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const runId = Math.floor(house.clock().getTime() / 1000)
    .toString(36)
    .toUpperCase();
  const feed = createHospitalFeed(seededRandom(Number.parseInt(runId, 36)), runId);

  async function play(): Promise<void> {
    const sender = await connectSender(host, port);
    try {
      const start = house.clock().getTime();
      for (let index = withPast ? PAST_MESSAGES : 0; index > 0 && !signal.aborted; index -= 1) {
        await sender.send(feed.next(new Date(start - (index / PAST_MESSAGES) * PAST_HOURS * 3_600_000)));
      }
      withPast = false;
      while (!signal.aborted) {
        await sender.send(feed.next(house.clock()));
        await pause(PAUSE_MS * (0.4 + Math.random() * 1.2), undefined, { signal });
      }
    } finally {
      sender.close();
    }
  }
  async function playOn(): Promise<void> {
    while (!signal.aborted) {
      await play().catch(() => undefined);
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  const running = [playOn(), playPatients(house, signal)];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface Sender {
  /** Stop-and-wait, as most hospital systems do. */
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
