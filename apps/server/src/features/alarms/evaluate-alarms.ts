import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { listAdministrators, listSuperusers } from '../users/index.ts';
import { planAlarmNotices } from './alarm-notices.queries.ts';
import { closeAlarms, openAlarms } from './alarms.queries.ts';
import { checkCertificate, checkDisk, type WatchedMachine } from './check-machine.ts';
import { findSilentFeeds } from './find-silent-feeds.ts';
import { findBacklogs, findErrorRates, findOverdueSending, findRefusingGateways } from './measure.queries.ts';
import type { Findings, Problem } from './problem.ts';

export const EVALUATE_ALARMS = 'evaluate-alarms';

/** When this process began to run: before then it may be that nobody listened. */
const PROCESS_STARTED = new Date(Date.now() - process.uptime() * 1_000);

type Check = (tx: Tx, now: Date) => Promise<Findings | null>;

const ofApplications =
  (kind: Findings['kind'], find: (tx: Tx, now: Date) => Promise<Problem[] | null>): Check =>
  async (tx, now) => {
    const problems = await find(tx, now);
    return problems && { kind, problems, sees: null };
  };

/**
 * Looks for what needs a person: opens one alarm for each problem and tells its administrators, once, and closes those whose
 * problem is gone. Each check has a transaction of its own, so that one that fails leaves the others. May run twice, and in
 * two processes at once: they wait for each other.
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
    async (_tx, now) => checkCertificate(machine.certificate, now),
    () => checkDisk(machine.dataDir),
  ];
  let failure: Error | null = null;
  for (const check of checks) {
    try {
      await ctx.db.transaction(SYSTEM_SCOPE, async (tx) => {
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
  for (const { id, application_id } of opened) {
    const people = application_id === null ? await listSuperusers(tx) : await listAdministrators(tx, application_id);
    const userIds = people.filter(({ email }) => email !== null).map(({ user_id }) => user_id);
    await planAlarmNotices(tx, id, userIds, now);
  }
  const closed = await closeAlarms(tx, findings, now);
  for (const applicationId of new Set([...opened.map(({ application_id }) => application_id), ...closed]))
    await announce(tx, applicationId, ['alarms']);
}
