import { Server as TlsServer } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { withPort, type Config } from './config.ts';
import { createApp } from './app.ts';
import { openAnchorPlaces, startAuditGuard, startAuditSending, warnOfOwner } from './features/audit/index.ts';
import { defineBackupMetrics } from './features/backups/index.ts';
import {
  createApplicationRouting,
  createGroupCommit,
  createReceiver,
  startFiling,
  startIntakeThread,
  type Intake,
} from './features/intake/index.ts';
import { startProcessing } from './features/processing/index.ts';
import { createReadinessProbe } from './features/readiness/index.ts';
import { receiveReceipt, TWILIO_STATUS_PATH } from './features/receipts/index.ts';
import { startCommitsCheck, startSendingEpoch } from './features/sending-holds/index.ts';
import { receiveSmppText } from './features/texts/index.ts';
import { defineWalMetrics } from './features/wal-archive/index.ts';
import { CRONTAB, jobHandlers } from './jobs.ts';
import { planBackups, type DatabaseAddresses, type WalGuard } from './plan-backups.ts';
import { startHealthServer } from './start-health-server.ts';
import { systemClock } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { openDatabase } from './platform/db/database.ts';
import type { Email, Gateway, Gateways, Sms, SmsEvents } from './platform/gateways/gateway.ts';
import { createHttpSmsGateway } from './platform/gateways/http-sms.ts';
import { createOutbox } from './platform/gateways/outbox.ts';
import { followCertificate } from './platform/follow-certificate.ts';
import { nameProxy, sendThroughProxy } from './platform/outgoing-proxy.ts';
import { createPushGateway } from './platform/gateways/push.ts';
import { createSmppGateway } from './platform/gateways/smpp.ts';
import type { SmsFormat } from './platform/gateways/sms-format.ts';
import { createSmtpGateway } from './platform/gateways/smtp.ts';
import { createSmtpTokens } from './platform/gateways/smtp-tokens.ts';
import { createTwilioGateway } from './platform/gateways/twilio.ts';
import { openKeyRing } from './platform/keys/open-key-ring.ts';
import { readSecretKeys } from './platform/keys/secret-key-file.ts';
import { nameReceiver } from './platform/syslog/send-syslog.ts';
import { NO_TRACES } from './platform/tracing/traces.ts';
import { openTraces } from './platform/tracing/open-traces.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { listenLive } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { codeOf } from './platform/errors.ts';
import { portOf } from './platform/port-of.ts';

/** The public address is known for good once we listen. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

export interface RunningServer {
  ctx: Context;
  /** null without the role. */
  port: number | null;
  mllpPort: number | null;
  /** null: it tells how it is on the port of the web role, if at all. */
  metricsPort: number | null;
  /** Answers what has come, finishes what has begun, then closes. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** It is migrated already. */
  database: DatabaseAddresses;
  /** Stores the log of the database; null: it is not stored by this process. */
  wal: WalGuard | null;
  /** Called when this process cannot use the keys that others are about to use: it must end. */
  onLostKeys: (error: Error) => void;
  log: Log;
  version: string;
}

/** Starts the roles of this process. A port in use rejects with EADDRINUSE. */
export async function startServer(
  config: Config,
  { database, wal, onLostKeys, log, version }: ServerOptions,
): Promise<RunningServer> {
  const { connectionString } = database;
  sendThroughProxy(config.proxy);
  if (config.proxy) log.info({ proxy: nameProxy(config.proxy) }, 'calls to other systems leave through a proxy');
  const db = openDatabase(connectionString, log);
  const keys = await openKeyRing({
    db,
    log,
    readSecretKeys: () => readSecretKeys(config),
    onLost: onLostKeys,
  }).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const ctx: Writable<Context> = {
    db,
    clock: systemClock,
    log,
    keys,
    publicUrl: config.publicUrl,
    gateways: createGateways(config, log, () => ctx),
    traces: config.tracing
      ? openTraces({ ...config.tracing, installation: config.publicUrl, version, log })
      : NO_TRACES,
  };
  const closing: (() => Promise<unknown>)[] = [() => db.close()];
  const onStop = (close: () => Promise<unknown>) => closing.unshift(close);
  onStop(async () => keys.close());
  onStop(() => ctx.traces.close());
  const stop = () => closeInTurn(closing, log);

  try {
    for (const gateway of Object.values(ctx.gateways)) onStop(() => gateway.close());
    await warnOfOwner(ctx);
    defineBackupMetrics(ctx);
    defineWalMetrics(ctx, wal);
    const { exportUrl, exportKeepDays: keepDays } = config;
    const exportPlan = exportUrl === null ? null : { connectionString, url: exportUrl, keepDays };
    let wakeWorkers = (): void => undefined;
    const routing = createApplicationRouting(db);
    const commit = createGroupCommit({ connectionString, settings: routing, log, onCommit: () => wakeWorkers() });
    const receiver = createReceiver({ routing, commit, clock: ctx.clock });
    onStop(() => receiver.close());

    let intake: Intake | null = null;
    if (config.roles.has('worker')) {
      const isIntakeBusy = () => commit.isBusy() || (intake?.isBusy() ?? false);
      const processing = startProcessing(ctx, { isIntakeBusy });
      onStop(() => processing.stop());
      const filing = startFiling({ connectionString, log, isIntakeBusy, onFiled: processing.wake });
      onStop(() => filing.stop());
      wakeWorkers = () => {
        filing.wake();
        processing.wake();
      };
      const epoch = await startSendingEpoch(ctx, config.dataDir);
      onStop(() => epoch.stop());
      const commits = await startCommitsCheck(ctx);
      onStop(() => commits.stop());
      const machine = {
        certificateFile: config.mllp.tls?.files.cert.path ?? null,
        // A database elsewhere has its own operators.
        dataDir: config.databaseUrl === null ? config.dataDir : null,
        makesBackups: config.backupUrl !== null,
        wal: config.databaseUrl === null ? () => wal && { ...wal.standing(), ...wal.proof() } : null,
      };
      // The operator's own receiver may well be inside the network.
      const alarmReceiver = config.alarmWebhook && {
        ...config.alarmWebhook,
        gateway: createPushGateway({ allowPrivate: true, proxy: config.proxy }),
      };
      if (alarmReceiver) onStop(() => alarmReceiver.gateway.close());
      const backups = config.backupUrl === null ? null : planBackups(config, database, version, config.backupUrl);
      const handlers = jobHandlers(ctx, { machine, alarmReceiver, backups, exports: exportPlan });
      const worker = startWorker({ connectionString, log, handlers, crontab: CRONTAB });
      onStop(() => worker.stop());
      const guard = startAuditGuard(
        ctx,
        await openAnchorPlaces(config.dataDir, config.auditAnchor),
        config.auditRetentionDays === null
          ? null
          : { days: config.auditRetentionDays, receiver: config.auditSyslog && nameReceiver(config.auditSyslog) },
      );
      onStop(() => guard.stop());
      const sending = config.auditSyslog && startAuditSending(ctx, config.auditSyslog);
      if (sending) onStop(() => sending.stop());
    }
    if (config.roles.has('mllp')) {
      const { mllp } = config;
      const started = await startIntakeThread({ connectionString, mllp, log, onCommit: () => wakeWorkers() });
      intake = started;
      onStop(() => started.close());
    }
    const readiness = createReadinessProbe(connectionString, config.roles);
    onStop(() => readiness.close());
    let port: number | null = null;
    if (config.roles.has('web')) {
      const live = await listenLive(connectionString, log);
      onStop(() => live.close());
      const { oidc, singleSignOnOnly, registration, trustProxy, hasApiDocs, hstsSubDomains, tls } = config;
      const hasMetrics = config.metricsPort === null;
      const waysIn = { oidc, singleSignOnOnly, registration };
      const settings = { waysIn, ehrs: config.ehrs, trustProxy, hasApiDocs, hstsSubDomains, hasMetrics, tls };
      const { http } = await createApp({
        ctx,
        live,
        receiver,
        routing,
        readiness,
        version,
        exports: exportPlan,
        ...settings,
      });
      onStop(() => http.close());
      await http.listen({ host: config.host, port: config.port });
      if (tls && http.server instanceof TlsServer) {
        const certificate = followCertificate(tls, log);
        certificate.attach(http.server);
        onStop(async () => certificate.stop());
      }
      port = portOf(http.server);
      ctx.publicUrl = withPort(config, port).publicUrl;
    }
    let metricsPort: number | null = null;
    if (config.metricsPort !== null) {
      const health = await startHealthServer(db, readiness, { host: config.host, port: config.metricsPort });
      onStop(() => health.close());
      metricsPort = health.port;
    }
    return { ctx, port, mllpPort: intake?.mllpPort ?? null, metricsPort, stop };
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
  log.warn({ code: codeOf(error) }, 'something did not stop in order');
}

function createGateways(
  { smtpUrl, smtpTokens, publicUrl, smsUrl, smsFormat, pushAllowPrivate, requireTls, proxy, roles }: Config,
  log: Log,
  ctx: () => Context,
): Gateways {
  return {
    email: smtpUrl
      ? createSmtpGateway(smtpUrl, { getToken: smtpTokens && createSmtpTokens(smtpTokens), publicUrl })
      : createOutbox<Email>(),
    sms: smsUrl ? smsGateway({ smsUrl, smsFormat }, log, ctx, roles.has('worker')) : createOutbox<Sms>(),
    push: createPushGateway({ allowPrivate: pushAllowPrivate, requireTls, proxy }),
  };
}

function smsGateway(
  { smsUrl: url, smsFormat: format }: { smsUrl: string; smsFormat: SmsFormat | null },
  log: Log,
  ctx: () => Context,
  isWorker: boolean,
): Gateway<Sms> {
  if (url.startsWith('twilio:')) return createTwilioGateway(url, { statusCallback: () => statusCallback(ctx()) });
  if (url.startsWith('smpp:')) return createSmppGateway(url, { log, events: isWorker ? smsEvents(ctx) : null });
  return createHttpSmsGateway(url, { format });
}

/** Twilio refuses a message whose callback it cannot reach. */
function statusCallback({ publicUrl }: Context): string | null {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || /^(127\.|\[)/.test(hostname) ? null : `${publicUrl}${TWILIO_STATUS_PATH}`;
}

const smsEvents = (ctx: () => Context): SmsEvents => ({
  onText: (text) => receiveSmppText(ctx(), text),
  onReceipt: ({ gatewayMessageId, event, error }) =>
    receiveReceipt(ctx(), {
      event,
      gateway_message_id: gatewayMessageId,
      error: error ?? undefined,
      application_id: null,
    }),
});
