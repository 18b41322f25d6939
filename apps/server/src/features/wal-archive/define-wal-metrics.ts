import type { Context } from '../../platform/context.ts';
import { defineMeasured } from '../../platform/metrics.ts';
import type { WalKeeper } from './keep-wal.ts';
import type { WalProver } from './prove-nightly.ts';

/** Figures that are there once the log can be restored, and was on trial; null: this process does not store it. */
export function defineWalMetrics(
  ctx: Pick<Context, 'clock'>,
  wal: (Pick<WalKeeper, 'standing'> & Pick<WalProver, 'proof'>) | null,
): void {
  defineMeasured({
    name: 'backup_wal_behind_seconds',
    help: 'How long ago the newest moment was that can be restored from the stored write-ahead log',
    async read() {
      const coveredAt = wal?.standing().coveredAt;
      return coveredAt ? (ctx.clock().getTime() - coveredAt.getTime()) / 1_000 : Number.NaN;
    },
  });
  defineMeasured({
    name: 'backup_wal_proven_timestamp_seconds',
    help: 'When the stored write-ahead log was last restored on trial, all of it read',
    async read() {
      const provenAt = wal?.proof().provenAt;
      return provenAt ? provenAt.getTime() / 1_000 : Number.NaN;
    },
  });
}
