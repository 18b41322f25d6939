import type { Log } from '../../platform/log.ts';
import { addFigures, type Figures } from '../../platform/metrics.ts';
import { startThread } from '../../platform/start-thread.ts';
import { markFailed, markWorked } from '../../platform/work-signals.ts';
import type { FromIntake, IntakeThreadData, ToIntake } from './intake-thread.ts';
import type { Intake, IntakeOptions } from './start-intake.ts';

type Options = Pick<IntakeOptions, 'connectionString' | 'mllp' | 'log' | 'onCommit'>;

/**
 * Starts the intake in its own thread, so that other work of this process (processing, sending, pages, exports) never
 * delays an acknowledgement. Rejects as the listener would, with code and port. When the thread ends unexpectedly the
 * process ends, and is started again.
 */
export async function startIntakeThread({ connectionString, mllp, log, onCommit }: Options): Promise<Intake> {
  const busy = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: IntakeThreadData = { connectionString, mllp, logLevel: log.level, busy };
  const thread = startThread('./intake-thread', import.meta.url, { workerData });
  const say = (message: ToIntake) => thread.postMessage(message);
  const requests = new Map<number, (figures: Figures) => void>();
  let isStopping = false;
  let mllpPort = 0;

  await new Promise<void>((resolve, reject) => {
    thread.on('message', (message: FromIntake) => {
      switch (message.kind) {
        case 'listening':
          mllpPort = message.mllpPort;
          resolve();
          break;
        case 'refused':
          isStopping = true;
          reject(Object.assign(new Error(message.message), { code: message.code, port: message.port }));
          break;
        case 'stored':
          markWorked('intake');
          onCommit();
          break;
        case 'failed':
          markFailed('intake');
          break;
        case 'figures':
          requests.get(message.request)?.(message.figures);
          break;
      }
    });
    thread.once('error', (error) => endProcess(log, error));
    thread.once('exit', () => {
      if (!isStopping) endProcess(log, new Error('the thread of the intake ended'));
    });
  });

  let requestCount = 0;
  const leaveOut = addFigures(() => {
    const request = (requestCount += 1);
    const asked = new Promise<Figures>((resolve) => requests.set(request, resolve));
    say({ kind: 'figures', request });
    return asked.finally(() => requests.delete(request));
  });
  return {
    mllpPort,
    isBusy: () => Atomics.load(busy, 0) === 1,
    async close() {
      isStopping = true;
      leaveOut();
      const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
      say({ kind: 'stop' });
      await ended;
    },
  };
}

/** Throws outside of every promise and callback, so that the process ends as after any other crash. */
function endProcess(log: Log, error: unknown): void {
  log.error({ err: error }, 'the intake stopped; the process ends, to be started again');
  setImmediate(() => {
    throw error;
  });
}
