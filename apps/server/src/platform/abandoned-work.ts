import { isDatabaseAway } from './db/is-database-away.ts';
import type { Log } from './log.ts';
import { defineCounter } from './metrics.ts';

const abandonedWork = defineCounter({
  name: 'abandoned_work_total',
  help: 'Errors that no code handled and the process outlived; each is in the log, and worth a report',
});

/**
 * Keeps this thread alive when a promise that a library dropped is rejected, or when a lost connection has no listener: such an
 * error must not end the intake. The interrupted work was not committed, so it is still in the database and is found again when
 * the database is next asked for work. Every other uncaught exception is given to `crash`.
 */
export function outliveAbandonedWork(log: Log, crash: (error: unknown) => void): void {
  const outlive = (error: unknown) => {
    abandonedWork.inc();
    const { code, name }: { code?: unknown; name?: unknown } = error ?? {};
    if (isDatabaseAway(error)) log.error({ code, name }, 'work was cut off: the database is away');
    else log.error({ err: error }, 'work was cut off by an error that nobody handled');
  };
  process.on('unhandledRejection', outlive);
  process.on('uncaughtException', (error) => {
    if (isDatabaseAway(error)) outlive(error);
    else crash(error);
  });
}
