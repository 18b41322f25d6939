import type { Tx } from '../../platform/db/database.ts';
import { listOwnCertificates } from '../destinations/index.ts';
import type { Problem } from './problem.ts';

const MAX_DAYS = 30;
const MAX_DAYS_CRITICAL = 3;
const DAY_MS = 86_400_000;

/**
 * Finds destinations that are shown a certificate which ends soon, or has ended: their receivers refuse it then, and messages wait. The
 * alarm closes when the destination has another one.
 */
export async function findEndingCertificates(tx: Tx, now: Date): Promise<Problem[]> {
  const certificates = await listOwnCertificates(tx);
  return certificates.flatMap(({ id, application_id, name, until }) => {
    const days = Math.max(0, Math.floor((until.getTime() - now.getTime()) / DAY_MS));
    if (days > MAX_DAYS) return [];
    const severity = days <= MAX_DAYS_CRITICAL ? 'critical' : 'warning';
    return [
      { application_id, problem: String(id), severity, details: { name, days, expires_at: until.toISOString() } },
    ];
  });
}
