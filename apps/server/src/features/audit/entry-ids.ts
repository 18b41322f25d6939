import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { codeOf } from '../../platform/errors.ts';
import { drawEntryId, reserveEntryIds } from './record.queries.ts';

/** What writing an entry needs of the context. */
export type AuditContext = Pick<Context, 'db' | 'log' | 'keys'>;

const RESERVED = 64;
const RESERVE_BELOW = 16;
/** Ids are forgotten after this time, so that none outlives the restore of a backup, which sets the sequence back. */
const KEPT_MS = 10_000;

interface Reserve {
  ids: number[];
  /** By the clock of this process, which never goes back. */
  keptUntil: number;
  isFilling: boolean;
  /** The highest id that was given. Entries of one instant are listed by their ids, so that no lower one is given after it. */
  last: number;
}

const reserves = new WeakMap<Database, Reserve>();

/**
 * Returns an id for a new entry. The signature covers the id, so it must be known before the entry is inserted. Ids are
 * reserved in the background, so that a busy server makes no further round trip for them. Only committed ids are kept: after
 * a crash the sequence could return others again.
 */
export async function nextEntryId(tx: Tx, ctx: AuditContext): Promise<number> {
  const reserve = reserveOf(ctx.db);
  if (performance.now() > reserve.keptUntil) Object.assign(reserve, { ids: [], last: 0 });
  if (reserve.ids.length < RESERVE_BELOW) void fill(ctx, reserve);
  while ((reserve.ids.at(-1) ?? Infinity) < reserve.last) reserve.ids.pop();
  const id = reserve.ids.pop() ?? (await drawEntryId(tx));
  reserve.last = Math.max(reserve.last, id);
  return id;
}

function reserveOf(db: Database): Reserve {
  const known = reserves.get(db);
  if (known) return known;
  const made = { ids: [], keptUntil: 0, isFilling: false, last: 0 };
  reserves.set(db, made);
  return made;
}

async function fill(ctx: AuditContext, reserve: Reserve): Promise<void> {
  if (reserve.isFilling) return;
  reserve.isFilling = true;
  try {
    reserve.ids = await reserveEntryIds(ctx.db.pool, RESERVED);
    reserve.keptUntil = performance.now() + KEPT_MS;
  } catch (error) {
    ctx.log.debug({ code: codeOf(error) }, 'no ids were reserved for the audit; each entry draws its own');
  } finally {
    reserve.isFilling = false;
  }
}
