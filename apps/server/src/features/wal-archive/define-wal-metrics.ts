import type { Context } from '../../platform/context.ts';
import { defineMeasured } from '../../platform/metrics.ts';
import type { WalKeeper } from './keep-wal.ts';

/** A figure that is there once the log can be restored; null: this process does not store it. */
export function defineWalMetrics(ctx: Pick<Context, 'clock'>, keeper: WalKeeper | null): void {
  defineMeasured({
    name: 'backup_wal_behind_seconds',
    help: 'How long ago the newest moment was that can be restored from the stored write-ahead log',
    async read() {
      const coveredAt = keeper?.standing().coveredAt;
      return coveredAt ? (ctx.clock().getTime() - coveredAt.getTime()) / 1_000 : Number.NaN;
    },
  });
}
