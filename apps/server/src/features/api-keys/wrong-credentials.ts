import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken, keyedHash } from '../../platform/secrets.ts';
import { recordAudit } from '../audit/index.ts';
import { addFailure, findWait, isFirstInMinute } from '../failed-attempts/index.ts';
import { findUnusableKey } from './key-uses.queries.ts';

/** A program with an old key tries again and again, so a few failures do not slow it. */
const OF_ADDRESS = { free: 20, forgottenAfterHours: 1, since: 'first' } as const;

/**
 * Counts a wrong key, or a wrong assertion (`key` is null). Returns for how many seconds the address has to wait. Writes one audit
 * entry a minute at most.
 */
export const countWrong = (ctx: Context, key: string | null, address: string): Promise<number> =>
  ctx.db.transaction(systemScope('credential'), async (tx) => {
    const at = ctx.clock();
    const subject = (text: string) => keyedHash(ctx.keys, 'api-key', text);
    const counter = { ...OF_ADDRESS, subject: subject(`address:${address}`) };
    const waitSeconds = await findWait(tx, [counter], at);
    if (waitSeconds === 0) await addFailure(tx, [counter], at);
    const known = key === null ? undefined : await findUnusableKey(tx, hashToken(key));
    if (await isFirstInMinute(tx, subject(`refusal:${known?.id ?? ''} address:${address}`), at))
      await recordAudit(tx, ctx, {
        at,
        action: 'sign_in',
        record_type: 'api_keys',
        record_id: known?.id ?? null,
        application_id: known?.application_id ?? null,
        address,
        refused: true,
        details: { reason: waitSeconds > 0 ? 'waiting' : 'wrong_key' },
      });
    return waitSeconds;
  });
