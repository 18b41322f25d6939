import { parentPort, workerData } from 'node:worker_threads';
import { outliveAbandonedWork } from '../../platform/abandoned-work.ts';
import { createLog } from '../../platform/log.ts';
import { readFigures, type Figures } from '../../platform/metrics.ts';
import { startIntake, type Intake, type IntakeOptions } from './start-intake.ts';
import { readSystemError } from '../../platform/read-system-error.ts';

/**
 * The program of the thread that `startIntakeThread` starts. It must not import anything that uses state of the main
 * thread.
 */

export interface IntakeThreadData extends Pick<IntakeOptions, 'connectionString' | 'mllp'> {
  logLevel: string;
  /** One number: 1 while messages arrive continually (GroupCommit.isBusy), else 0. */
  busy: Int32Array<SharedArrayBuffer>;
}

/** Messages from the main thread. */
export type ToIntake = { kind: 'figures'; request: number } | { kind: 'stop' };
/** Messages from the intake thread. */
export type FromIntake =
  | { kind: 'listening'; mllpPort: number }
  | { kind: 'refused'; code?: string; port?: number; message: string }
  | { kind: 'stored' }
  | { kind: 'failed' }
  | { kind: 'figures'; request: number; figures: Figures };

/** Under load, the main thread gets one message per this time for everything that was stored. */
const SAY_STORED_MS = 2;
const BUSY_CHECK_MS = 10;
const CRASHED = 70;

const { connectionString, mllp, logLevel, busy } = workerData as IntakeThreadData;
const log = createLog(logLevel);
const say = (message: FromIntake) => parentPort?.postMessage(message);

outliveAbandonedWork(log, (error) => {
  log.fatal({ err: error }, 'an unexpected error in the intake');
  // This ends the thread only. The main thread then ends the process in order, and the process is started again.
  process.exit(CRASHED);
});

let saidAt = -Infinity;
let isSaying = false;
let busyTimer: NodeJS.Timeout | null = null;

function onCommit(intake: () => Intake | null): void {
  checkBusy(intake);
  if (isSaying) return;
  isSaying = true;
  const wait = saidAt + SAY_STORED_MS - performance.now();
  const sayNow = () => {
    isSaying = false;
    saidAt = performance.now();
    say({ kind: 'stored' });
  };
  if (wait <= 0) sayNow();
  else setTimeout(sayNow, wait);
}

/** Updates the shared flag. No event marks the end of a busy time, so a timer watches for it. */
function checkBusy(intake: () => Intake | null): void {
  const isBusy = intake()?.isBusy() ?? false;
  Atomics.store(busy, 0, isBusy ? 1 : 0);
  if (isBusy) busyTimer ??= setInterval(() => checkBusy(intake), BUSY_CHECK_MS);
  else if (busyTimer) {
    clearInterval(busyTimer);
    busyTimer = null;
  }
}

async function run(): Promise<void> {
  let intake: Intake | null = null;
  try {
    intake = await startIntake({
      connectionString,
      mllp,
      log,
      onCommit: () => onCommit(() => intake),
      onFailure: () => say({ kind: 'failed' }),
    });
  } catch (error) {
    const { code, port, message } = readSystemError(error);
    say({ kind: 'refused', code, port, message });
    parentPort?.close();
    return;
  }
  const { mllpPort, close } = intake;
  parentPort?.on('message', (message: ToIntake) => {
    if (message.kind === 'figures')
      void readFigures().then((figures) => say({ kind: 'figures', request: message.request, figures }));
    else void close().finally(() => process.exit(0));
  });
  say({ kind: 'listening', mllpPort });
}

void run();
