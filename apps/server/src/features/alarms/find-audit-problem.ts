import type { Tx } from '../../platform/db/database.ts';
import { findBrokenAudit, listFailing } from '../audit/index.ts';
import type { Problem } from './problem.ts';

/** An audit that the last verification found changed. The chain covers all applications, so it is a problem of the system. */
export async function findAuditProblem(tx: Tx, now: Date): Promise<Problem[]> {
  const broken = await findBrokenAudit(tx, now);
  if (!broken) return [];
  const details = { problems: broken.problems, verified_at: broken.at.toISOString() };
  return [{ application_id: null, problem: '', severity: 'critical', details }];
}

const MIN_UNSENT_MINUTES = 15;

/** Receivers of the audit that have not been reached for a while. They get entries of all applications. */
export async function findUnsentAudit(tx: Tx, now: Date): Promise<Problem[]> {
  const failing = await listFailing(tx, now, MIN_UNSENT_MINUTES);
  return failing.map(({ receiver, minutes }) => ({
    application_id: null,
    problem: receiver,
    severity: 'warning',
    details: { receiver, minutes },
  }));
}
