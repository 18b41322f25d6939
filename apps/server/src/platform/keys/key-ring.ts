import { keyName } from './key-name.ts';

/** A key that links, hashes, signatures and encrypted values are made with. */
export interface DataKey {
  /** Stored beside what the key made. */
  name: string;
  key: Buffer;
  /** The last place in the chain of the audit that it may have signed. null: the key is not retired. */
  auditUntil: number | null;
}

/** The keys of this database, as every process with the secret key has them. */
export interface KeyRing {
  /** Everything that is new is made with this key. */
  readonly current: DataKey;
  /** Keys whose links, hashes and signatures are accepted, the newest first. It may be newer than the current one. */
  readonly accepted: readonly DataKey[];
  /** All keys, also those that are retired and verify nothing but the audit, the newest first. */
  readonly all: readonly DataKey[];
  /** Reads the keys again. For whoever finds the name of a key that is not there. */
  reload(): Promise<void>;
}

/** Returns a ring that stays as it is. The first key is the current one, the last the oldest. */
export function fixedKeyRing(first: Buffer, ...others: readonly Buffer[]): KeyRing {
  const toKey = (key: Buffer): DataKey => ({ name: keyName(key), key, auditUntil: null });
  const all = [first, ...others].map(toKey);
  return { current: toKey(first), accepted: all, all, reload: async () => undefined };
}

/** Returns the key of everything that was made before keys had names. */

export const oldestKey = ({ all, current }: KeyRing): DataKey => all.at(-1) ?? current;
