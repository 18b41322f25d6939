import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { codeOf } from '../../../platform/errors.ts';
import { systemScope } from '../../../platform/scope.ts';
import { nameReceiver, sendSyslog, type SyslogReceiver } from '../../../platform/syslog/send-syslog.ts';
import { describeEntry } from './describe-entry.ts';
import { findReceiver, listChainedAfter, saveFailure, saveReceived, tryReceiver } from './receiver.queries.ts';

const BATCH = 500;

/** `elsewhere`: another process sends to this receiver now. `failed`: the entries wait. `stopped`: so do they, by our own doing. */
export type SendOutcome = 'sent' | 'elsewhere' | 'failed' | 'stopped';

/**
 * Sends every entry that is chained and that the receiver has not read, in the order of the chain. Each is sent at least once: its
 * position is stored after the receiver has read it, so a crash in between sends it again. Safe to run in several processes.
 */
export async function sendAudit(ctx: Context, receiver: SyslogReceiver, signal: AbortSignal): Promise<SendOutcome> {
  for (;;) {
    const outcome = await ctx.db.transaction(systemScope('audit'), (tx) => sendBatch(tx, ctx, receiver, signal));
    if (outcome !== 'more') return outcome;
  }
}

async function sendBatch(
  tx: Tx,
  ctx: Context,
  receiver: SyslogReceiver,
  signal: AbortSignal,
): Promise<SendOutcome | 'more'> {
  const name = nameReceiver(receiver);
  if (!(await tryReceiver(tx, name))) return 'elsewhere';
  const before = await findReceiver(tx, name);
  const entries = await listChainedAfter(tx, before?.position ?? 0, BATCH);
  const last = entries.at(-1);
  if (!last) return 'sent';
  try {
    await sendSyslog(receiver, entries.map(describeEntry), signal);
  } catch (error) {
    if (signal.aborted) return 'stopped';
    const now = ctx.clock();
    await saveFailure(tx, name, now);
    const since = (before?.failing_since ?? now).toISOString();
    ctx.log.warn({ code: codeOf(error), receiver: name, since }, 'entries of the audit wait for their receiver');
    return 'failed';
  }
  await saveReceived(tx, name, last.position, ctx.clock());
  if (before?.failing_since) {
    const since = before.failing_since.toISOString();
    ctx.log.info({ receiver: name, since }, 'the receiver of the audit is back');
  }
  return entries.length < BATCH ? 'sent' : 'more';
}
