import type { Context } from '../../platform/context.ts';
import { defineMeasured } from '../../platform/metrics.ts';
import { systemScope } from '../../platform/scope.ts';
import { getBackupStanding } from './backups.queries.ts';

/** Figures that are there once a backup was verified. */
export function defineBackupMetrics(ctx: Context): void {
  const read = () => ctx.db.transaction(systemScope('every application'), getBackupStanding);
  defineMeasured({
    name: 'backup_age_seconds',
    help: 'How old the rows of the newest verified backup are',
    async read() {
      const { snapshot_at } = await read();
      return snapshot_at ? (ctx.clock().getTime() - snapshot_at.getTime()) / 1_000 : Number.NaN;
    },
  });
  defineMeasured({
    name: 'backup_last_verified_timestamp_seconds',
    help: 'When a backup was last verified',
    async read() {
      const { verified_at } = await read();
      return verified_at ? verified_at.getTime() / 1_000 : Number.NaN;
    },
  });
}
