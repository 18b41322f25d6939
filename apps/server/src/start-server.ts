import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { withPort, type Config } from './config.ts';
import { createApp } from './app.ts';
import { startAuditChain } from './features/audit/index.ts';
import {
  answerFrames,
  createApplicationRouting,
  createGroupCommit,
  createReceiver,
  OVER_MLLP,
  startApplicationListeners,
  startFiling,
} from './features/intake/index.ts';
import { startProcessing } from './features/processing/index.ts';
import { createReadinessProbe } from './features/readiness/index.ts';
import { receiveReceipt, startSendingEpoch, TWILIO_STATUS_PATH } from './features/deliveries/index.ts';
import { receiveText } from './features/consent/index.ts';
import { CRONTAB, jobHandlers } from './jobs.ts';
import { systemClock } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { openDatabase } from './platform/db/database.ts';
import type { Email, Gateway, Gateways, Sms, SmsEvents } from './platform/gateways/gateway.ts';
import { createHttpSmsGateway } from './platform/gateways/http-sms.ts';
import { createOutbox } from './platform/gateways/outbox.ts';
import { createPushGateway } from './platform/gateways/push.ts';
import { createSmppGateway } from './platform/gateways/smpp.ts';
import { createSmtpGateway } from './platform/gateways/smtp.ts';
import { createTwilioGateway } from './platform/gateways/twilio.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { listenLive } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { startMllpServer } from './platform/mllp/mllp-server.ts';

/** The public address is known for good once we listen. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

export interface RunningServer {
  house: Context;
  /** null without the role. */
  port: number | null;
  mllpPort: number | null;
  /** Answers what has come, finishes what has begun, then closes. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Role that owns the tables; migrated already. */
  connectionString: string;
  secretKey: Buffer;
  log: Log;
  version: string;
}

/** Starts the roles of this process. A port in use rejects with EADDRINUSE. */
export async function startServer(
  config: Config,
  { connectionString, secretKey, log, version }: ServerOptions,
): Promise<RunningServer> {
  const db = openDatabase(connectionString, log);
  const house: Writable<Context> = {
    db,
    clock: systemClock,
    log,
    secretKey,
    publicUrl: config.publicUrl,
    gateways: createGateways(config, log, () => house),
  };
  const closing: (() => Promise<unknown>)[] = [() => db.close()];
  const onStop = (close: () => Promise<unknown>) => closing.unshift(close);
  const stop = () => closeInTurn(closing, log);

  try {
    for (const gateway of Object.values(house.gateways)) onStop(() => gateway.close());
    let wakeWorkers = () => undefined as void;
    const routing = createApplicationRouting(db);
    const commit = createGroupCommit({ connectionString, settings: routing, log, onCommit: () => wakeWorkers() });
    const receiver = createReceiver({ routing, commit, clock: house.clock });
    onStop(() => receiver.close());

    if (config.roles.has('worker')) {
      const processing = startProcessing(house, { isIntakeBusy: commit.isBusy });
      onStop(() => processing.stop());
      const filing = startFiling({ connectionString, log, isIntakeBusy: commit.isBusy, onFiled: processing.wake });
      onStop(() => filing.stop());
      wakeWorkers = () => {
        filing.wake();
        processing.wake();
      };
      const epoch = await startSendingEpoch(house, config.dataDir);
      onStop(() => epoch.stop());
      const machine = {
        certificate: config.mllp.tls?.cert ?? null,
        // A database elsewhere has its own operators.
        dataDir: config.databaseUrl === null ? config.dataDir : null,
      };
      const worker = startWorker({ connectionString, log, handlers: jobHandlers(house, machine), crontab: CRONTAB });
      onStop(() => worker.stop());
      const chaining = startAuditChain(house);
      onStop(() => chaining.stop());
    }
    let mllpPort: number | null = null;
    if (config.roles.has('mllp')) {
      const mllp = await startMllpServer({
        ...config.mllp,
        log,
        ...answerFrames(receiver, OVER_MLLP),
        onFragment: (byteLength) =>
          log.warn({ byteLength }, 'an MLLP sender left a message unfinished; it was not stored'),
      });
      mllpPort = mllp.port;
      onStop(() => mllp.close());
      const listeners = startApplicationListeners({ db, clock: house.clock, log, receiver, mllp: config.mllp });
      onStop(() => listeners.close());
    }
    let port: number | null = null;
    if (config.roles.has('web')) {
      const live = await listenLive(connectionString, log);
      onStop(() => live.close());
      const readiness = createReadinessProbe(connectionString, config.roles);
      onStop(() => readiness.close());
      const { http } = await createApp({ house, live, receiver, routing, readiness, version, oidc: config.oidc });
      onStop(() => http.close());
      await http.listen({ host: config.host, port: config.port });
      port = (http.server.address() as AddressInfo).port;
      house.publicUrl = withPort(config, port).publicUrl;
    }
    return { house, port, mllpPort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** For all that is to be closed; the rest is left to the end of the process. */
const STOP_WITHIN_MS = 12_000;

/** Closes one after the other, each when the one before is closed or, at the end of the time, without waiting for it. */
async function closeInTurn(closing: readonly (() => Promise<unknown>)[], log: Log): Promise<void> {
  const deadline = performance.now() + STOP_WITHIN_MS;
  for (const close of closing) {
    const leftMs = Math.max(deadline - performance.now(), 0);
    const late = pause(leftMs, 'late' as const, { ref: false });
    const outcome = await Promise.race([close().catch((error: unknown) => failedToClose(log, error)), late]);
    if (outcome === 'late') log.warn('something did not stop in time, and is left to the end of the process');
  }
}

function failedToClose(log: Log, error: unknown): void {
  log.warn({ code: (error as { code?: string }).code }, 'something did not stop in order');
}

function createGateways(
  { smtpUrl, smsUrl, pushAllowPrivate, roles }: Config,
  log: Log,
  house: () => Context,
): Gateways {
  return {
    email: smtpUrl ? createSmtpGateway(smtpUrl) : createOutbox<Email>(),
    sms: smsUrl ? smsGateway(smsUrl, log, house, roles.has('worker')) : createOutbox<Sms>(),
    push: createPushGateway({ allowPrivate: pushAllowPrivate }),
  };
}

function smsGateway(url: string, log: Log, house: () => Context, isWorker: boolean): Gateway<Sms> {
  if (url.startsWith('twilio:')) return createTwilioGateway(url, { statusCallback: () => statusCallback(house()) });
  if (url.startsWith('smpp:')) return createSmppGateway(url, { log, events: isWorker ? smsEvents(house) : null });
  return createHttpSmsGateway(url);
}

/** Twilio refuses a message whose callback it cannot reach. */
function statusCallback({ publicUrl }: Context): string | null {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || /^(127\.|\[)/.test(hostname) ? null : `${publicUrl}${TWILIO_STATUS_PATH}`;
}

const smsEvents = (house: () => Context): SmsEvents => ({
  async onText({ from, to, text }) {
    const origin = { gateway: 'smpp' } as const;
    return (await receiveText(house(), { channel: 'sms', from, to, text, gatewayMessageId: null, origin })).reply;
  },
  onReceipt: ({ gatewayMessageId, event, error }) =>
    receiveReceipt(house(), {
      event,
      gateway_message_id: gatewayMessageId,
      error: error ?? undefined,
      application_id: null,
    }),
});
