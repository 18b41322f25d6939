import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import type { Context } from '../platform/context.ts';
import { createClinicFeed } from './clinic-feed.ts';
import { HOSPITALS, type DemoHospital } from './demo-hospitals.ts';
import { seededRandom } from './demo-people.ts';
import { listOpenStays, refreshCensusLists } from './demo.queries.ts';
import { createHospitalFeed } from './hospital-feed.ts';
import { playPatients } from './play-patients.ts';

const RECONNECT_MS = 2_000;

interface Playing {
  host: string;
  port: number;
  /** The last days are sent at once, before the live messages. */
  withPast: boolean;
}

/** Plays the sample hospitals over real MLLP sockets, and patients who answer. */
export function playHospitals(ctx: Context, playing: Playing): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = [
    ...HOSPITALS.map((hospital, index) => playHospital(ctx, hospital, { ...playing, index, signal })),
    playPatients(ctx, signal),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Sends the last days of a hospital at once, and then a message now and then, until it is told to stop. */
async function playHospital(
  ctx: Context,
  hospital: DemoHospital,
  { host, port, withPast, index, signal }: Playing & { index: number; signal: AbortSignal },
): Promise<void> {
  const runId = Math.floor(ctx.clock().getTime() / 1000)
    .toString(36)
    .toUpperCase();
  const createFeed = hospital.clinics.length > 0 ? createClinicFeed : createHospitalFeed;
  const feed = createFeed(seededRandom(Number.parseInt(runId, 36) + index), runId, hospital);
  const hasPast = withPast && hospital.feedDays > 0;

  const start = ctx.clock();
  const past = feed.past(new Date(start.getTime() - hospital.feedDays * 86_400_000), start);
  let pastIsTold = !hasPast;
  /** Who is in the house is known once all of the past is processed. */
  let censusIsDue = false;
  /** The message without an acknowledgement, which is sent again after a broken connection as hospital systems do. */
  let unanswered: Uint8Array | null = null;

  /** Returns the next message of the past, if wanted, and then the next live one. */
  async function nextMessage(): Promise<Uint8Array> {
    if (!pastIsTold) {
      const { value } = past.next();
      if (value) return value;
      pastIsTold = true;
      censusIsDue = true;
    }
    if (censusIsDue) censusIsDue = !(await refreshCensusLists(ctx, hospital));
    await pause(hospital.pauseMs * (0.4 + Math.random() * 1.2), undefined, { signal });
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
  if (!hasPast) feed.adopt(await listOpenStays(ctx, hospital).catch(() => []));
  while (!signal.aborted) {
    await play().catch(() => undefined);
    await pause(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
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
