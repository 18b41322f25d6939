import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

/** A machine that takes over lacks the last seconds at most; retention and erasure may have deleted older deliveries since. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 20_000;
/** A claim waits so long for the comparison before it fails and is repeated later. */
const MAX_WAIT_MS = 30_000;
const POLL_MS = 250;

/**
 * What the database confirmed to this process: the last claims. Only outside of the database is it known that a claim was committed,
 * when the database has lost it since; so this is kept in the memory of whoever sends.
 */
interface Memory {
  /** When the database server started that the claims were compared with, in seconds since the epoch; null: nobody compares here. */
  comparedWith: string | null;
  /** When each delivery was claimed last, in milliseconds, the oldest first. */
  claims: Map<number, number>;
}

const memories = new WeakMap<Context, Memory>();

function memoryOf(ctx: Context): Memory {
  const memory = memories.get(ctx) ?? { comparedWith: null, claims: new Map() };
  memories.set(ctx, memory);
  return memory;
}

/** Another server of the database answers, and it is not known yet whether it has all claims. */
export class ClaimsNotCompared extends Error {
  /** The code of PostgreSQL for a failed connection: what was begun is given back, as when the connection is lost. */
  readonly code = '08006';

  constructor() {
    super('the database was restarted or replaced, and the last claims have not been compared with it yet');
  }
}

/** Throws ClaimsNotCompared when the transaction runs on another server of the database than the one that has all claims. */
export async function refuseUncompared(tx: Tx, ctx: Context): Promise<void> {
  const { comparedWith } = memoryOf(ctx);
  if (comparedWith !== null && (await readServerStart(tx)) !== comparedWith) throw new ClaimsNotCompared();
}

/** Repeats the work when it was refused because claims had not been compared, once they are. */
export async function onceCompared<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const memory = memoryOf(ctx);
  const begin = performance.now();
  for (;;) {
    const before = memory.comparedWith;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ClaimsNotCompared)) throw error;
      while (memory.comparedWith === before) {
        if (performance.now() - begin > MAX_WAIT_MS) throw error;
        await pause(POLL_MS);
      }
    }
  }
}

/** Remembers deliveries whose claim was committed. */
export function rememberClaims(ctx: Context, claimed: readonly { id: number }[]): void {
  const { claims } = memoryOf(ctx);
  const now = performance.now();
  for (const { id } of claimed) {
    claims.delete(id);
    claims.set(id, now);
  }
  for (const [oldest, at] of claims) {
    if (claims.size <= MAX_REMEMBERED && now - at < REMEMBERED_MS) break;
    claims.delete(oldest);
  }
}

export interface ComparedClaims {
  /** When the server of the database started, in seconds since the epoch. */
  server: string;
  /** Whether the claims were compared with this server before. */
  isKnown: boolean;
  /** Deliveries whose claim was committed and is not there. */
  lost: number;
}

/**
 * Compares the claims with the database, in a transaction that sees all applications. A claim names the gateway, and no later event
 * removes that; so a delivery without one was never claimed, as far as this database knows.
 */
export async function compareClaims(tx: Tx, ctx: Context): Promise<ComparedClaims> {
  const { comparedWith, claims } = memoryOf(ctx);
  const server = await readServerStart(tx);
  if (server === comparedWith) return { server, isKnown: true, lost: 0 };
  const { rows } = await sql<{ lost: number }>`
    select count(*)::int as lost from unnest(${[...claims.keys()]}::bigint[]) as claim(id)
    where not exists (select from deliveries d where d.id = claim.id and d.gateway is not null)`.execute(tx);
  return { server, isKnown: false, lost: onlyRow(rows).lost };
}

/** From now on claims are made on this server of the database. */
export function confirmServer(ctx: Context, server: string): void {
  memoryOf(ctx).comparedWith = server;
}

/** Forgets all claims, because what is missing has been dealt with. */
export function forgetAllClaims(ctx: Context): void {
  memoryOf(ctx).claims.clear();
}

async function readServerStart(tx: Tx): Promise<string> {
  const { rows } = await sql<{ started: string }>`
    select extract(epoch from pg_postmaster_start_time())::text as started`.execute(tx);
  return onlyRow(rows).started;
}
