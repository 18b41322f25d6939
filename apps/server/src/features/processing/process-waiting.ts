import type { Context } from '../../platform/context.ts';
import { isDatabaseAway, withRetry } from '../../platform/db/database.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { giveWay, startPollLoop, type PollLoop } from '../../platform/jobs/poll-loop.ts';
import { failMessage, processMessages, type WaitingMessage } from './process-messages.ts';
import { listWaiting, listWaitingApplications, tryLockProcessing } from './waiting.queries.ts';

const BATCH = 1_000;
/** While senders wait for their acknowledgement: small enough to stand in nobody's way for long. */
const BUSY_BATCH = 50;
/** After so many full batches one after the other processing falls behind, and small ones cost too much. */
const MAX_SMALL_BATCHES = 20;

export interface ProcessingOptions {
  workers?: number;
  /** Acknowledging comes first: while senders wait, processing gives way, for a while. */
  isIntakeBusy?: () => boolean;
}

/**
 * Works through stored messages. A row in state `received` is its own job: it was committed with the acknowledgement,
 * and stays until it has been processed. One worker at a time holds an application, by a lock that ends with its
 * transaction, and processes what waits in the order of the acknowledgements; applications run beside each other.
 */
export function startProcessing(
  ctx: Context,
  { workers = 2, isIntakeBusy = () => false }: ProcessingOptions = {},
): PollLoop {
  let isStopping = false;
  /** Applications that a worker of this process is at: the others need not try their locks. The database decides. */
  const busy = new Set<number>();
  /** Batches of an application that were full, one after the other. */
  const fullBatches = new Map<number, number>();

  async function work(worker: number): Promise<boolean> {
    const waiting = await ctx.db.transaction(SYSTEM_SCOPE, listWaitingApplications);
    // Workers begin at different applications, so that they seldom meet.
    const begin = waiting.length === 0 ? 0 : worker % waiting.length;
    let isFound = false;
    for (const applicationId of [...waiting.slice(begin), ...waiting.slice(0, begin)]) {
      if (isStopping) return false;
      if (busy.has(applicationId)) continue;
      busy.add(applicationId);
      try {
        const full = fullBatches.get(applicationId) ?? 0;
        // Only where processing keeps up: what is acknowledged is to be seen within a second.
        if (full === 0) await giveWay(isIntakeBusy);
        const limit = isIntakeBusy() && full < MAX_SMALL_BATCHES ? BUSY_BATCH : BATCH;
        const processed = await processWaiting(ctx, applicationId, limit);
        fullBatches.set(applicationId, processed < limit ? 0 : full + 1);
        if (processed > 0) isFound = true;
      } finally {
        busy.delete(applicationId);
      }
    }
    return isFound;
  }
  const loops = Array.from({ length: workers }, (_, worker) =>
    startPollLoop(ctx.log, 'processing', () => work(worker)),
  );
  return {
    wake: () => loops.forEach((loop) => loop.wake()),
    async stop() {
      isStopping = true;
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** The next messages of an application, in one transaction; returns how many there were. */
async function processWaiting(ctx: Context, applicationId: number, limit: number): Promise<number> {
  try {
    return (await withRetry(() => processNext(ctx, applicationId, limit))).length;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const { code } = error as { code?: string };
    ctx.log.warn(
      { application: applicationId, code, err: error },
      'a batch failed; its messages are processed one by one',
    );
    return processOneByOne(ctx, applicationId, limit);
  }
}

/** None when another worker holds the application: it will take what there is. */
function processNext(
  ctx: Context,
  applicationId: number,
  limit: number,
  onTaken: (messages: readonly WaitingMessage[]) => void = () => undefined,
): Promise<WaitingMessage[]> {
  return ctx.db.transaction(SYSTEM_SCOPE, async (tx) => {
    if (!(await tryLockProcessing(tx, applicationId))) return [];
    const messages = await listWaiting(tx, applicationId, limit);
    onTaken(messages);
    if (messages.length > 0) await processMessages(tx, ctx, applicationId, messages);
    return messages;
  });
}

/** After a batch failed: the message that cannot be processed becomes an error, its neighbours are not harmed. */
async function processOneByOne(ctx: Context, applicationId: number, limit: number): Promise<number> {
  for (let done = 0; done < limit; done += 1) {
    let current: WaitingMessage | undefined;
    try {
      const processed = await withRetry(() =>
        processNext(ctx, applicationId, 1, ([first]) => {
          current = first;
        }),
      );
      if (processed.length === 0) return done;
    } catch (error) {
      if (!current || isDatabaseAway(error)) throw error;
      const { id } = current;
      ctx.log.error({ message: id, err: error }, 'a message could not be processed');
      const why = {
        code: '207',
        field: null,
        text: 'An internal error stopped the processing; reprocess it, or report it with its number',
      };
      await ctx.db.transaction(SYSTEM_SCOPE, (tx) => failMessage(tx, id, why, ctx.clock()));
      // Most likely it was the only one, so what follows is taken together again.
      return done + 1;
    }
  }
  return limit;
}
