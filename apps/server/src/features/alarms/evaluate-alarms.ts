import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { systemScope } from '../../platform/scope.ts';
import { insertAlarmItems } from '../inbox/index.ts';
import { findWaysToHear, getHospitalLanguage } from '../notices/index.ts';
import { listAdministrators, listSuperusers } from '../users/index.ts';
import { planAlarmNotices } from './alarm-notices.queries.ts';
import { closeAlarms, openAlarms, type ChangedAlarm } from './alarms.queries.ts';
import { checkCertificate, checkDisk, checkWal, checkWalProof, type WatchedMachine } from './check-machine.ts';
import { describeAlarm } from './describe-alarm.ts';
import { findAuditProblem, findUnsentAudit } from './find-audit-problem.ts';
import { findBackupProblem } from './find-backup-problem.ts';
import { findEndingCertificates } from './find-ending-certificates.ts';
import { findExpiringKeys } from './find-expiring-keys.ts';
import { findWebhooksOff } from './find-webhooks-off.ts';
import { findStuckDestinations } from './find-stuck-destinations.ts';
import { findSilentFeeds } from './find-silent-feeds.ts';
import { findBacklogs, findErrorRates, findOverdueSending, findRefusingGateways } from './measure.queries.ts';
import type { Findings, Problem } from './problem.ts';
import { planPushes } from './push-alarm.ts';
import { announceEvent } from '../webhooks/index.ts';

export const EVALUATE_ALARMS = 'evaluate-alarms';

/** When this process started. Before then there may have been no listener. */
const PROCESS_STARTED = new Date(Date.now() - process.uptime() * 1_000);

type Check = (tx: Tx, now: Date) => Promise<Findings | null>;

const ofApplications =
  (kind: Findings['kind'], find: (tx: Tx, now: Date) => Promise<Problem[] | null>): Check =>
  async (tx, now) => {
    const problems = await find(tx, now);
    return problems && { kind, problems, sees: null };
  };

/**
 * Runs the checks. Each new problem opens one alarm and notifies its administrators once; alarms whose problem is gone
 * are closed. Each check has its own transaction, so a check that fails does not stop the others. It may run twice, and
 * in two processes at once: they wait for each other.
 */
export async function evaluateAlarms(
  ctx: Context,
  machine: WatchedMachine,
  listeningSince: Date = PROCESS_STARTED,
): Promise<void> {
  const checks: Check[] = [
    ofApplications('feed_silent', (tx, now) => findSilentFeeds(tx, now, listeningSince)),
    ofApplications('error_rate', findErrorRates),
    ofApplications('backlog', findBacklogs),
    ofApplications('overdue_sending', findOverdueSending),
    ofApplications('gateway_refusing', findRefusingGateways),
    (_tx, now) => checkCertificate(machine.certificateFile, now),
    () => checkDisk(machine.dataDir),
    ofApplications('audit_broken', findAuditProblem),
    ofApplications('audit_unsent', findUnsentAudit),
    ofApplications('backup_failed', async (tx, now) =>
      machine.makesBackups ? findBackupProblem(tx, now, listeningSince) : null,
    ),
    async (_tx, now) => checkWal(machine.wal, now, listeningSince),
    async (_tx, now) => checkWalProof(machine.wal, now),
    ofApplications('api_key_expiring', findExpiringKeys),
    ofApplications('webhook_off', findWebhooksOff),
    ofApplications('destination_stuck', findStuckDestinations),
    ofApplications('destination_certificate_expiring', findEndingCertificates),
  ];
  let failure: Error | null = null;
  for (const check of checks) {
    try {
      await ctx.db.transaction(systemScope('every application'), async (tx) => {
        await lockFor(tx, EVALUATE_ALARMS);
        const now = ctx.clock();
        const findings = await check(tx, now);
        if (findings) await applyFindings(tx, findings, now);
      });
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
  }
  if (failure) throw failure;
}

async function applyFindings(tx: Tx, findings: Findings, now: Date): Promise<void> {
  const opened = await openAlarms(tx, findings, now);
  for (const { id, application_id, ...alarm } of opened) {
    const people = application_id === null ? await listSuperusers(tx) : await listAdministrators(tx, application_id);
    const written = await findWaysToHear(
      tx,
      'alarm_opened',
      people.filter(({ email }) => email !== null),
    );
    const addressees = written.filter(({ email }) => email !== null).map(({ user_id }) => user_id);
    await planAlarmNotices(tx, id, addressees, now);
    if (application_id === null) continue;
    if (alarm.kind === 'feed_silent')
      await announceEvent(tx, application_id, 'feed.silent', { alarm_id: id, severity: alarm.severity }, now);
    const hospitalLanguage = await getHospitalLanguage(tx, application_id);
    for (const language of new Set(people.map((one) => one.language))) {
      const { title, advice } = describeAlarm(alarm, language ?? hospitalLanguage);
      const userIds = people.filter((one) => one.language === language).map(({ user_id }) => user_id);
      await insertAlarmItems(tx, application_id, { alarm_id: id, question: advice, answer: title }, userIds, now);
    }
  }
  const closed = await closeAlarms(tx, findings, now);
  await planPushes(tx, idsOf(opened), 'alarm.opened');
  await planPushes(tx, idsOf(closed), 'alarm.closed');
  for (const applicationId of new Set([...opened, ...closed].map(({ application_id }) => application_id)))
    await announce(tx, applicationId, ['alarms', 'inbox']);
}

const idsOf = (alarms: readonly ChangedAlarm[]): number[] => alarms.map(({ id }) => id);
