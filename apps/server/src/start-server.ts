import type { AddressInfo } from 'node:net';
import { withPort, type Config } from './config.ts';
import { createApp } from './app.ts';
import {
  answerFrames,
  createApplicationRouting,
  createGroupCommit,
  createReceiver,
  OVER_MLLP,
  startFiling,
  startProcessing,
} from './features/messages/index.ts';
import { jobHandlers } from './jobs.ts';
import { systemClock } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { openDatabase } from './platform/db/database.ts';
import type { Email, Gateway, Gateways, Sms } from './platform/gateways/gateway.ts';
import { createHttpSmsGateway } from './platform/gateways/http-sms.ts';
import { createOutbox } from './platform/gateways/outbox.ts';
import { createPushGateway } from './platform/gateways/push.ts';
import { createSmtpGateway } from './platform/gateways/smtp.ts';
import { startWorker } from './platform/jobs/jobs.ts';
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
    gateways: createGateways(config),
  };
  const closing: (() => Promise<unknown>)[] = [() => db.close()];
  const onStop = (close: () => Promise<unknown>) => closing.unshift(close);
  const stop = async () => {
    for (const close of closing) await close();
  };

  try {
    for (const gateway of Object.values(house.gateways)) onStop(() => gateway.close());
    let wakeWorkers = () => undefined as void;
    const routing = createApplicationRouting(db);
    const commit = createGroupCommit({ connectionString, log, onCommit: () => wakeWorkers() });
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
      const worker = await startWorker({ pool: db.pool, log, handlers: jobHandlers(house) });
      onStop(() => worker.stop());
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
    }
    let port: number | null = null;
    if (config.roles.has('web')) {
      const live = await listenLive(connectionString, log);
      onStop(() => live.close());
      const { http } = await createApp({ house, live, receiver, routing, version });
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

function createGateways({ smtpUrl, smsUrl, pushAllowPrivate }: Config): Gateways {
  return {
    email: smtpUrl ? createSmtpGateway(smtpUrl) : createOutbox<Email>(),
    sms: smsUrl ? smsGateway(smsUrl) : createOutbox<Sms>(),
    push: createPushGateway({ allowPrivate: pushAllowPrivate }),
  };
}

function smsGateway(url: string): Gateway<Sms> {
  if (/^https?:/.test(url)) return createHttpSmsGateway(url);
  throw new Error(
    'SMS_URL: this version sends SMS through an http:// or https:// gateway; Twilio and SMPP are not built in yet.',
  );
}
