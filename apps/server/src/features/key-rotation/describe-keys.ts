import { systemClock } from '../../platform/clock.ts';
import { listStoredKeys, type StoredKey } from '../../platform/keys/data-keys.queries.ts';
import type { SecretKeys } from '../../platform/keys/secret-keys.ts';
import { systemScope } from '../../platform/scope.ts';
import { USES, type KeyUse } from './key-uses.queries.ts';
import { listKeyUses } from './list-key-uses.ts';
import type { RotationOptions } from './rotate-keys.ts';

const day = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns lines that say which keys there are, and what still needs each of them. */
export async function describeKeys({ db, store }: Pick<RotationOptions, 'db' | 'store'>): Promise<string[]> {
  const secretKeys = await store.read();
  return db.transaction(systemScope('every application'), async (tx) => {
    const stored = await listStoredKeys(tx);
    const uses = await listKeyUses(tx, stored, systemClock());
    const current = stored.find(({ retired_at, current_in_ms }) => retired_at === null && current_in_ms <= 0);
    return [
      ...describeSecretKeys(secretKeys, stored),
      ...stored.flatMap((key) => describeDataKey(key, uses.get(key.name) ?? [], key === current)),
    ];
  });
}

function describeSecretKeys({ current, before }: SecretKeys, stored: readonly StoredKey[]): string[] {
  const wrappedBy = (name: string) =>
    stored.filter(({ wraps }) => wraps.some((wrap) => wrap.secret_key === name)).length;
  const others = new Set(stored.flatMap(({ wraps }) => wraps.map(({ secret_key }) => secret_key)));
  others.delete(current.name);
  return [
    `Secret key ${current.name}: decrypts ${wrappedBy(current.name)} of ${stored.length} data keys.`,
    ...(before && !others.has(before.name) ? [`Secret key ${before.name}, of before: not needed any more.`] : []),
    ...[...others].map((name) => `Secret key ${name}, of before: needed until npm run rotate-key has run.`),
  ];
}

function describeDataKey(
  { name, made_at, retired_at }: StoredKey,
  uses: readonly KeyUse[],
  isCurrent: boolean,
): string[] {
  if (retired_at)
    return [`Data key ${name}, made ${day(made_at)}, retired ${day(retired_at)}: verifies the audit only.`];
  if (isCurrent) return [`Data key ${name}, made ${day(made_at)}: the current one.`];
  if (uses.length === 0) return [`Data key ${name}, made ${day(made_at)}: not needed, --retire retires it.`];
  const until = (use: KeyUse) => (use.until ? `, until ${day(use.until)}` : ', until they are made anew');
  return [
    `Data key ${name}, made ${day(made_at)}: needed by`,
    ...uses.map((use) => `  ${USES[use.table]}: ${use.rows}${until(use)}`),
  ];
}
