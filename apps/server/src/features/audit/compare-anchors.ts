import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { codeOf } from '../../platform/errors.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { systemScope } from '../../platform/scope.ts';
import { anchorCheckpoint, type Anchor } from './anchor-checkpoint.ts';
import { anchorFile, listAnchorFiles, readLines, type AnchorPlaces } from './anchor-file.ts';
import { countUpTo, findAnchor, listHashes } from './anchor.queries.ts';
import { getHead } from './chain.queries.ts';
import { readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { findLastCut } from './retention/sign-cut.ts';

/**
 * `missing`: a file that this instance wrote is gone. `shortened`: checkpoints are gone from it. `forged`: a line was changed
 * or is not ours. `other_key`: it is signed with another secret key. `cut_off`: the chain ends before the checkpoint.
 * `rewritten`: the chain is another one there. `unusable`: the folder cannot be written or read.
 */
export type AnchorProblem = 'missing' | 'shortened' | 'forged' | 'other_key' | 'cut_off' | 'rewritten' | 'unusable';

export interface FoundInAnchor {
  file: string;
  /** null where it is not about one checkpoint. */
  position: number | null;
  problem: AnchorProblem;
}

const BATCH = 500;
const MAX_FOUND = 100;

/**
 * Writes the newest checkpoint, and compares every checkpoint in the folders of this machine with the database: those of
 * other instances in a shared folder, too.
 */
export async function compareAnchors(ctx: Context, { instance, folders }: AnchorPlaces): Promise<FoundInAnchor[]> {
  const found: FoundInAnchor[] = [];
  for (const folder of folders) {
    try {
      found.push(...(await compareOwn(ctx, { instance, folder })), ...(await compareAll(ctx, folder)));
      await anchorCheckpoint(ctx, { instance, folder }, { isForced: true });
    } catch (error) {
      ctx.log.warn(
        { code: codeOf(error), folder },
        'a folder of AUDIT_ANCHOR or DATA_DIR cannot be used for the audit',
      );
      found.push({ file: folder, position: null, problem: 'unusable' });
    }
  }
  return found.slice(0, MAX_FOUND);
}

/** Looks in the file of this instance for everything that the database remembers having been written to it. */
async function compareOwn(ctx: Context, { instance, folder }: Anchor): Promise<FoundInAnchor[]> {
  const anchored = await inAudit(ctx, (tx) => findAnchor(tx, instance, folder));
  if (!anchored) return [];
  const file = anchorFile(folder, instance);
  if (!(await listAnchorFiles(folder)).includes(file)) return [{ file, position: null, problem: 'missing' }];
  const positions = new Set<number>();
  for await (const line of readLines(file)) {
    const read = readCheckpoint(ctx.keys, line);
    if ('checkpoint' in read) positions.add(read.checkpoint.position);
  }
  const isWhole = positions.size >= anchored.checkpoints && positions.has(anchored.position);
  return isWhole ? [] : [{ file, position: anchored.position, problem: 'shortened' }];
}

async function compareAll(ctx: Context, folder: string): Promise<FoundInAnchor[]> {
  const found: FoundInAnchor[] = [];
  for (const file of await listAnchorFiles(folder)) {
    let batch: Checkpoint[] = [];
    let last: Checkpoint | null = null;
    const compare = async () => {
      const differing = await inAudit(ctx, (tx) => findDiffering(tx, ctx.keys, batch));
      found.push(...differing.map((one) => ({ file, ...one })));
      batch = [];
    };
    for await (const line of readLines(file)) {
      const read = readCheckpoint(ctx.keys, line);
      if ('checkpoint' in read) batch.push((last = read.checkpoint));
      else if (read.problem !== 'torn') found.push({ file, position: null, problem: read.problem });
      if (batch.length === BATCH) await compare();
      if (found.length >= MAX_FOUND) return found;
    }
    await compare();
    if (last && found.length === 0) found.push(...(await compareCount(ctx, file, last)));
  }
  return found;
}

type Differing = Pick<FoundInAnchor, 'position' | 'problem'>;

/** A checkpoint from before the last removal was compared while its entry was there. */
async function findDiffering(tx: Tx, keys: KeyRing, checkpoints: readonly Checkpoint[]): Promise<Differing[]> {
  const cut = await findLastCut(tx, keys);
  const hashes = await listHashes(
    tx,
    checkpoints.map(({ position }) => position),
  );
  if (cut) hashes.set(cut.position, cut.hash.toString('hex'));
  const end = (await getHead(tx))?.position ?? 0;
  return checkpoints
    .filter(({ position, hash }) => position >= (cut?.position ?? 0) && hashes.get(position) !== hash)
    .map(({ position }) => ({ position, problem: position > end ? 'cut_off' : 'rewritten' }));
}

/** Compares how many entries there were. It is counted once for a file, because counting reads the whole chain. */
async function compareCount(ctx: Context, file: string, { position, count }: Checkpoint): Promise<FoundInAnchor[]> {
  const isRight = await inAudit(ctx, async (tx) => {
    const cut = await findLastCut(tx, ctx.keys);
    return (cut && position < cut.position) || (await countUpTo(tx, cut, position)) === count;
  });
  return isRight ? [] : [{ file, position, problem: 'rewritten' }];
}

const inAudit = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.transaction(systemScope('audit'), work);
