import { messageTexts } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway, withRetry } from '../../platform/db/database.ts';
import { systemScope } from '../../platform/scope.ts';
import { giveWay, startPollLoop, type PollLoop } from '../../platform/jobs/poll-loop.ts';
import { failMessage, processReadMessages } from './process-messages.ts';
import { findProcessingRules } from './process-messages.queries.ts';
import { createReadAhead, type ReadAhead } from './read-ahead.ts';
import { listWaiting, listWaitingApplications, tryLockProcessing, type WaitingHead } from './waiting.queries.ts';
import { codeOf } from '../../platform/errors.ts';
import { traceOfMessage } from '../acknowledged/index.ts';

const BATCH = 1_000;
/**
 * Before each batch processing waits for intake at most this long. Filing waits as well. A longer time makes larger batches and
 * keeps a message longer from the screens, which `npm run bench -- steady` measures; acknowledging gets no faster.
 */
const MAX_GIVE_WAY_MS = 100;
/** After this many full batches in succession, processing no longer waits for intake. */
const MAX_BATCHES_BEHIND = 5;

export interface ProcessingOptions {
  workers?: number;
  /** Returns whether intake is busy. Processing then gives way for a while, because acknowledging comes first. */
  isIntakeBusy?: () => boolean;
}

/**
 * Processes stored messages. A row in state `received` is its own job: it was committed with the acknowledgement, and
 * stays until it is processed. One worker at a time processes an application, under a lock that ends with its
 * transaction, in the order of the acknowledgements. Several applications are processed in parallel.
 */
export function startProcessing(
  ctx: Context,
  { workers = 2, isIntakeBusy = () => false }: ProcessingOptions = {},
): PollLoop {
  let isStopping = false;
  let lastBatchMs = 0;
  /**
   * Applications that a worker of this process is processing, so that the others need not try their locks. The locks of
   * the database decide.
   */
  const busy = new Set<number>();
  /** Number of successive full batches by application. */
  const fullBatches = new Map<number, number>();
  const aheads = new Map<number, ReadAhead>();
  const aheadOf = (applicationId: number): ReadAhead => {
    const ahead = aheads.get(applicationId) ?? createReadAhead();
    aheads.set(applicationId, ahead);
    return ahead;
  };

  async function work(worker: number): Promise<boolean> {
    const waiting = await ctx.db.transaction(systemScope('message order'), listWaitingApplications);
    // Workers begin at different applications, so that they seldom compete for one.
    const begin = waiting.length === 0 ? 0 : worker % waiting.length;
    let isFound = false;
    for (const applicationId of [...waiting.slice(begin), ...waiting.slice(0, begin)]) {
      if (isStopping) return false;
      if (busy.has(applicationId)) continue;
      busy.add(applicationId);
      try {
        const full = fullBatches.get(applicationId) ?? 0;
        // Without a backlog, processing waits until intake pauses. With a backlog it waits at most as long as the last
        // batch took, and after MAX_BATCHES_BEHIND full batches not at all.
        if (full < MAX_BATCHES_BEHIND) await giveWay(isIntakeBusy, full === 0 ? MAX_GIVE_WAY_MS : lastBatchMs);
        const startedAt = performance.now();
        const processed = await processWaiting(ctx, applicationId, BATCH, aheadOf(applicationId));
        lastBatchMs = performance.now() - startedAt;
        fullBatches.set(applicationId, processed < BATCH ? 0 : full + 1);
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

/** Processes the next messages of an application in one transaction. Returns how many there were. */
async function processWaiting(ctx: Context, applicationId: number, limit: number, ahead: ReadAhead): Promise<number> {
  try {
    const startedAt = ctx.clock();
    const processed = await withRetry(() => processNext(ctx, applicationId, limit, ahead));
    traceProcessed(ctx, applicationId, processed, { startedAt });
    return processed.length;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const code = codeOf(error);
    ctx.log.warn(
      { application: applicationId, code, err: error },
      'a batch failed; its messages are processed one by one',
    );
    return processOneByOne(ctx, applicationId, limit, ahead);
  }
}

/** Returns no messages when another worker holds the application. */
async function processNext(
  ctx: Context,
  applicationId: number,
  limit: number,
  ahead: ReadAhead,
  onTaken: (messages: readonly WaitingHead[]) => void = () => undefined,
): Promise<WaitingHead[]> {
  await ahead.settled();
  return ctx.db.transaction(systemScope('message order'), async (tx) => {
    if (!(await tryLockProcessing(tx, applicationId))) return [];
    const waiting = await listWaiting(tx, applicationId, { limit });
    onTaken(waiting);
    const last = waiting.at(-1);
    if (!last) return [];
    const rules = await findProcessingRules(tx, applicationId);
    const messages = await ahead.read(tx, waiting, rules);
    if (waiting.length === limit) ahead.start(ctx, rules, { after: last.id, limit });
    await processReadMessages(tx, ctx, rules, messages);
    return waiting;
  });
}

/**
 * Processes one message at a time after a batch failed. The message that cannot be processed becomes an error, and the
 * others are unharmed.
 */
async function processOneByOne(ctx: Context, applicationId: number, limit: number, ahead: ReadAhead): Promise<number> {
  for (let done = 0; done < limit; done += 1) {
    let current: WaitingHead | undefined;
    const startedAt = ctx.clock();
    try {
      const processed = await withRetry(() =>
        processNext(ctx, applicationId, 1, ahead, ([first]) => {
          current = first;
        }),
      );
      if (processed.length === 0) return done;
      traceProcessed(ctx, applicationId, processed, { startedAt });
    } catch (error) {
      if (!current || isDatabaseAway(error)) throw error;
      const failing = { id: current.id, application_id: applicationId };
      ctx.log.error({ message: failing.id, err: error }, 'a message could not be processed');
      const why = {
        code: '207',
        field: null,
        text: messageTexts.ERRORS.internal,
      };
      await ctx.db.transaction(systemScope('message order'), (tx) => failMessage(tx, failing, why, ctx.clock()));
      traceProcessed(ctx, applicationId, [current], { startedAt, hasFailed: true });
      // Most likely it was the only bad message, so the following ones are processed in batches again.
      return done + 1;
    }
  }
  return limit;
}

/** Writes the traces of messages: from the arrival of the frame to the commit of what it changed, and within it the batch. */
function traceProcessed(
  ctx: Context,
  applicationId: number,
  messages: readonly WaitingHead[],
  { startedAt, hasFailed = false }: { startedAt: Date; hasFailed?: boolean },
): void {
  const endedAt = ctx.clock();
  for (const { id, received_at, event, source } of messages) {
    const attributes = {
      'wardvoice.message': id,
      'wardvoice.application': applicationId,
      'wardvoice.event': event ?? '',
      'wardvoice.source': source,
    };
    const root = { name: 'message', startedAt: received_at, endedAt, attributes, hasFailed };
    const batch = { name: 'process', startedAt, endedAt, attributes: { 'wardvoice.batch': messages.length } };
    ctx.traces.begin(traceOfMessage(id), root, [batch]);
  }
}
