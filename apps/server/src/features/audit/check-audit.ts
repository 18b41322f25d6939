import { hostname } from 'node:os';
import type { audit } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { systemScope } from '../../platform/scope.ts';
import type { AnchorPlaces } from './anchor-file.ts';
import { compareAnchors } from './compare-anchors.ts';
import { insertVerification } from './verification.queries.ts';
import { verifyAudit, verifyAuditInBatches } from './verify-chain.ts';

/**
 * Verifies the whole chain, compares every checkpoint on this machine with it, and stores the result, which raises an alarm
 * when something does not fit. Returns whether all is intact. It may run at any time, on several machines at once: each compares its own files.
 */
export async function checkAudit(ctx: Context, places: AnchorPlaces): Promise<boolean> {
  const { checked, broken } = await verifyAuditInBatches(ctx);
  const checkpoints = await compareAnchors(ctx, places);
  const problems = broken.length + checkpoints.length;
  if (problems > 0) ctx.log.error({ problems }, 'the audit is not as it was written: see the alarm');
  await ctx.db.transaction(systemScope('audit'), (tx) =>
    insertVerification(tx, {
      at: ctx.clock(),
      instance: places.instance,
      machine: hostname(),
      checked,
      problems,
      details: { entries: broken, checkpoints },
    }),
  );
  return problems === 0;
}

/** Verifies the chain for somebody on the screen. The files of checkpoints are on other machines, and are not compared. */
export async function checkAuditOnScreen(tx: Tx, ctx: Context): Promise<audit.Verification> {
  const verification = await verifyAudit(tx, ctx.keys);
  const { checked, broken } = verification;
  const result = { at: ctx.clock(), checked, problems: broken.length, details: { entries: broken } };
  await insertVerification(tx, { ...result, instance: null, machine: null });
  return verification;
}
