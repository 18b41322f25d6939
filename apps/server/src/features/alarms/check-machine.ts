import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { WalProof, WalStanding } from '../wal-archive/index.ts';
import type { Findings } from './problem.ts';

/** What the machine checks read on the machine of this process. */
export interface WatchedMachine {
  /** PEM file of the certificate that the MLLP listeners present; null when they use no TLS. */
  certificateFile: string | null;
  /** Folder of the embedded database; null when the database is run by somebody else. */
  dataDir: string | null;
  /** Whether a backup is made each night. */
  makesBackups: boolean;
  /**
   * How far the log of the embedded database is stored, and what came of its trials; it returns null when it is not to be. null: the
   * database is run by somebody else.
   */
  wal: (() => (WalStanding & WalProof) | null) | null;
}

const DAY_MS = 86_400_000;
const MAX_CERTIFICATE_DAYS = 30;
const MAX_CERTIFICATE_DAYS_CRITICAL = 3;
const MIN_FREE_PERCENT = 10;
const MIN_FREE_PERCENT_CRITICAL = 5;
const MINUTE_MS = 60_000;
const MAX_WAL_MINUTES = 15;
const MAX_WAL_MINUTES_CRITICAL = 60;
const MAX_UNPROVEN_DAYS = 3;
const MAX_UNPROVEN_DAYS_CRITICAL = 14;

/**
 * Finds a certificate that expires soon. Senders refuse the connection once it has expired. Returns null when the file cannot be
 * read: the listeners go on with the certificate that they have, and log what is wrong.
 */
export async function checkCertificate(certificateFile: string | null, now: Date): Promise<Findings | null> {
  const machine = hostname();
  const findings: Findings = { kind: 'certificate_expiring', problems: [], sees: machine };
  if (certificateFile === null) return findings;
  const certificate = await readCertificate(certificateFile);
  if (certificate === null) return null;
  const expiresAt = new Date(certificate.validTo);
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS);
  if (days > MAX_CERTIFICATE_DAYS) return findings;
  const severity = days <= MAX_CERTIFICATE_DAYS_CRITICAL ? 'critical' : 'warning';
  const details = { machine, days, expires_at: expiresAt.toISOString() };
  return { ...findings, problems: [{ application_id: null, problem: machine, severity, details }] };
}

async function readCertificate(file: string): Promise<X509Certificate | null> {
  try {
    return new X509Certificate(await readFile(file));
  } catch {
    return null;
  }
}

/** Finds a disk that is nearly full. On a full disk nothing is stored, and no message is acknowledged. */
export async function checkDisk(dataDir: string | null): Promise<Findings> {
  const machine = hostname();
  const findings: Findings = { kind: 'disk_full', problems: [], sees: machine };
  if (dataDir === null) return findings;
  const { bavail, blocks } = await statfs(dataDir);
  return assessDisk({ free: bavail, total: blocks }, findings, machine);
}

export function assessDisk(
  { free, total }: { free: number; total: number },
  findings: Findings,
  machine: string,
): Findings {
  const percent = total === 0 ? 100 : Math.floor((free / total) * 100);
  if (percent >= MIN_FREE_PERCENT) return findings;
  const severity = percent < MIN_FREE_PERCENT_CRITICAL ? 'critical' : 'warning';
  return {
    ...findings,
    problems: [{ application_id: null, problem: machine, severity, details: { machine, free_percent: percent } }],
  };
}

/**
 * Finds a write-ahead log that is not stored in time: what was committed since would be lost with this machine. Before it is known how far
 * it is stored, the time counts from when this process began. Returns null where somebody else runs the database.
 */
export function checkWal(wal: WatchedMachine['wal'], now: Date, since: Date): Findings | null {
  if (wal === null) return null;
  const machine = hostname();
  const findings: Findings = { kind: 'wal_behind', problems: [], sees: machine };
  const standing = wal();
  if (standing === null) return findings;
  const minutes = Math.floor((now.getTime() - (standing.coveredAt ?? since).getTime()) / MINUTE_MS);
  if (minutes < MAX_WAL_MINUTES) return findings;
  const severity = minutes < MAX_WAL_MINUTES_CRITICAL ? 'warning' : 'critical';
  return {
    ...findings,
    problems: [{ application_id: null, problem: machine, severity, details: { machine, minutes } }],
  };
}

/**
 * Finds a write-ahead log that could not be restored on trial, or was not tried for some nights: nobody knows whether it can be restored.
 * Returns null where somebody else runs the database.
 */
export function checkWalProof(wal: WatchedMachine['wal'], now: Date): Findings | null {
  if (wal === null) return null;
  const machine = hostname();
  const findings: Findings = { kind: 'wal_unproven', problems: [], sees: machine };
  const standing = wal();
  const since = standing?.provenAt ?? standing?.baseAt;
  if (!standing || !since) return findings;
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  if (standing.problem === null && days < MAX_UNPROVEN_DAYS) return findings;
  const severity = days < MAX_UNPROVEN_DAYS_CRITICAL ? 'warning' : 'critical';
  return { ...findings, problems: [{ application_id: null, problem: machine, severity, details: { machine, days } }] };
}
