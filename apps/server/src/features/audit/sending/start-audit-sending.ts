import type { Context } from '../../../platform/context.ts';
import { defineMeasured } from '../../../platform/metrics.ts';
import { systemScope } from '../../../platform/scope.ts';
import { nameReceiver, type SyslogReceiver } from '../../../platform/syslog/send-syslog.ts';
import { countUnsent } from './receiver.queries.ts';
import { repeatWork } from '../repeat-work.ts';
import { sendAudit } from './send-audit.ts';

const SEND_EVERY_MS = 5_000;
const MAX_WAIT_MS = 60_000;

/** Sends what is chained every few seconds, and less often while the receiver is away, until stopped. */
export function startAuditSending(
  ctx: Context,
  receiver: SyslogReceiver,
  everyMs = SEND_EVERY_MS,
): { stop(): Promise<void> } {
  defineMeasured({
    name: 'audit_unsent_entries',
    help: 'Entries of the audit that are chained and that the receiver of AUDIT_SYSLOG has not read',
    read: () => ctx.db.transaction(systemScope('audit'), (tx) => countUnsent(tx, nameReceiver(receiver))),
  });
  const stopping = new AbortController();
  let failures = 0;
  let dueAt = 0;
  const failure = 'the audit could not be sent; it is tried again';
  const loop = repeatWork(ctx, { everyMs, failure }, async () => {
    if (performance.now() < dueAt) return;
    const outcome = await sendAudit(ctx, receiver, stopping.signal);
    failures = outcome === 'failed' ? failures + 1 : 0;
    dueAt = failures === 0 ? 0 : performance.now() + Math.min(everyMs * 2 ** failures, MAX_WAIT_MS);
  });
  return {
    async stop() {
      stopping.abort();
      await loop.stop();
    },
  };
}
