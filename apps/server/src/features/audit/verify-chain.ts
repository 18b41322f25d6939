import type { audit } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { systemScope } from '../../platform/scope.ts';
import { chainAudit, CHAIN_START, chainWaiting, hashOf } from './chain-audit.ts';
import { countUnchained, listChained, type ChainedEntry } from './chain.queries.ts';
import { findLastCut } from './retention/sign-cut.ts';
import { auditKey, findSigner, isSignedBy } from './sign-entry.ts';

const BATCH = 1_000;
const MAX_BROKEN = 100;

type Broken = audit.Verification['broken'][number];
type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Chains the waiting entries and verifies all, in the transaction of a call. */
export async function verifyAudit(tx: Tx, keys: KeyRing): Promise<audit.Verification> {
  await chainWaiting(tx, keys);
  return verifyChain(keys, (work) => work(tx));
}

/** The same in many short transactions, so that a long check keeps nothing from being cleaned up. */
export async function verifyAuditInBatches(ctx: Context): Promise<audit.Verification> {
  await chainAudit(ctx);
  return verifyChain(ctx.keys, (work) => ctx.db.transaction(systemScope('audit'), work));
}

/**
 * Reads the whole chain, a batch at a time, and names each entry that does not match and each position that is missing. The chain
 * begins after the last signed removal, and an entry from before it is none of ours.
 * Entries without a signature are accepted only at the beginning of the chain: from the first signed entry on, all are.
 */
async function verifyChain(keys: KeyRing, read: Read): Promise<audit.Verification> {
  const broken: Broken[] = [];
  const report = (found: Broken) => {
    if (broken.length < MAX_BROKEN) broken.push(found);
  };
  let [checked, unsigned] = [0, 0];
  const cut = await read((tx) => findLastCut(tx, keys));
  const start = cut ?? { position: 0, hash: CHAIN_START };
  let signedSince = cut?.signed_since ?? null;
  let last: Place = start;
  for (let after = 0; ;) {
    const entries = await read((tx) => listChained(tx, after, BATCH));
    for (const entry of entries) {
      const { id, position, hash } = entry;
      after = position;
      if (position <= start.position) {
        report({ position, entry_id: id, problem: 'inserted' });
        continue;
      }
      for (let missing = last.position + 1; missing < position && broken.length < MAX_BROKEN; missing += 1)
        report({ position: missing, entry_id: null, problem: 'missing' });
      if (entry.mac) signedSince ??= entry.at;
      else unsigned += 1;
      const problem = findProblem(keys, last, entry, signedSince !== null);
      if (problem) report({ position, entry_id: id, problem });
      last = { position, hash };
      checked += 1;
    }
    if (entries.length < BATCH) break;
  }
  const waiting = await read(countUnchained);
  const head = last.position === 0 ? null : { position: last.position, hash: last.hash.toString('hex') };
  const signed_since = signedSince?.toISOString() ?? null;
  return { checked, waiting, intact: broken.length === 0, broken, head, unsigned, signed_since };
}

interface Place {
  position: number;
  hash: Buffer;
}

/** `too_late`: by a key that was retired before; whoever has stolen it cannot add entries. */
type Signature = 'right' | 'wrong' | 'none' | 'other_key' | 'too_late';

function findProblem(
  keys: KeyRing,
  before: Place,
  entry: ChainedEntry,
  mustBeSigned: boolean,
): Broken['problem'] | null {
  // After a gap the preceding hash is unknown. The gap is reported, and verification starts again at this entry.
  const follows = entry.position === before.position + 1;
  const fits = !follows || entry.hash.equals(hashOf(keys, before.hash, entry));
  const signature = checkSignature(keys, entry);
  if (signature === 'none' && mustBeSigned) return 'inserted';
  if (signature === 'other_key') return 'other_key';
  if (signature === 'too_late') return 'inserted';
  // The chain fits what the entry says now, so it said so when it was chained, and we never wrote it.
  if (signature === 'wrong') return fits && follows ? 'inserted' : 'changed';
  if (!entry.is_indexed) return 'changed';
  if (fits) return null;
  return signature === 'right' ? 'rechained' : 'changed';
}

function checkSignature(keys: KeyRing, entry: ChainedEntry): Signature {
  if (!entry.mac) return 'none';
  const signer = findSigner(keys, entry.mac_key ?? '');
  if (!signer) return 'other_key';
  if (signer.auditUntil !== null && entry.position > signer.auditUntil) return 'too_late';
  return isSignedBy(auditKey(signer).key, entry, entry.mac) ? 'right' : 'wrong';
}
