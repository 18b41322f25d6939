import { randomUUID } from 'node:crypto';
import { destinations } from '@wardvoice/contract';
import { END_BLOCK, expectedAcknowledgments, parseMessage, START_BLOCK } from '@wardvoice/hl7';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { defineCounter } from '../../platform/metrics.ts';
import { systemScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { addressOf } from './client-certificate.ts';
import { openMllpConnection, type Exchange, type LaterAnswer, type MllpConnection } from './mllp-client.ts';
import { pauseAfter, QUEUED_LIFECYCLE } from './queued-state.ts';
import { findAnsweredSurvey } from './results/result.queries.ts';
import { writeResult } from './results/write-result.ts';
import { sendToDestinationJob } from './send-job.ts';
import {
  beginHead,
  claimDestination,
  listDue,
  recordLaterAnswer,
  recordOutcome,
  releaseDestination,
  stopDestination,
  type BegunMessage,
  type ClaimedDestination,
  type Outcome,
} from './sending.queries.ts';

/** After this time another job goes on, so that a long queue keeps no process from stopping. */
const RUN_MS = 10_000;
/** Receivers that hang must not take all slots of the jobs, which patients' messages need as well. */
const MAX_RUNS_OF_PROCESS = 3;
const OTHERS_FIRST_MS = 2_000;
/** While an application acknowledgement is awaited, it is looked this often whether another message is due. */
const LOOK_AGAIN_MS = 500;

const attemptsCounted = defineCounter({
  name: 'destination_attempts_total',
  help: 'Attempts to forward a message, by what came of them',
  labels: { result: ['sent', 'put_off', 'failed'] },
});

const SYSTEM = systemScope('every application');

/**
 * Sends what is due to one destination: one message at a time, in the order of the queue, each after the acknowledgement of the one
 * before. One run at a time has the claim of the destination, in whatever process.
 *
 * Messages are sent at least once: one whose run ends between sending and noting the answer is sent again, with the same MSH-10.
 */
export async function sendToDestination(ctx: Context, id: number): Promise<void> {
  const claim = randomUUID();
  const until = performance.now() + RUN_MS;
  let connection: MllpConnection | null = null;
  let address = '';
  let applicationId: number | null = null;
  let awaited = nothingAwaited();
  try {
    do {
      // Before the next message is begun, because a refusal may stop the queue.
      const later = connection?.drainLaterAnswers();
      if (later && !(await recordLater(ctx, { destinationId: id, claim }, awaited, later))) break;
      const next = await beginNext(ctx, id, claim);
      if (!next) {
        const waitMs = msToWait(awaited);
        if (waitMs === 0 || !(await connection?.awaitLaterAnswer(waitMs))) break;
        continue;
      }
      applicationId = next.destination.application_id;
      const reached = addressOf(ctx.keys, next.destination);
      const current = JSON.stringify(reached);
      const hasEnded: boolean = connection !== null && !connection.isOpen();
      if (current !== address || hasEnded) {
        connection?.close();
        connection = null;
        address = current;
        awaited = nothingAwaited();
      }
      const unsendable = whyNotSendable(next.message.text);
      if (unsendable) {
        if (!(await record(ctx, next, claim, { kind: 'unsendable', error: unsendable }))) break;
        continue;
      }
      const opened: MllpConnection | { error: string } =
        connection ?? ('error' in reached ? reached : await openMllpConnection(reached));
      if ('error' in opened) {
        await record(ctx, next, claim, { kind: 'answered', exchange: { answer: null, error: opened.error } });
        break;
      }
      connection = opened;
      const { controlId, expected } = readExpected(next);
      const answerMs = next.destination.answer_seconds * 1000;
      const exchange = await opened.exchange(next.message.text, { controlId, answerMs, first: expected.first });
      if (!(await record(ctx, next, claim, { kind: 'answered', exchange }))) break;
      if (exchange.answer === 'CA' && expected.mayFollow) {
        awaited.messages.set(controlId, next);
        awaited.until = performance.now() + answerMs;
      }
    } while (performance.now() < until);
  } finally {
    connection?.close();
    await ctx.db.transaction(SYSTEM, async (tx) => {
      await releaseDestination(tx, id, claim);
      // Screens are told once a run, and not for each message.
      if (applicationId !== null) await announce(tx, applicationId, ['destinations']);
    });
  }
  // A job that found this claim has ended. What it was for is seen here, because the claim was released before.
  await ctx.db.transaction(SYSTEM, async (tx) => {
    if ((await listDue(tx, id, ctx.clock())).length > 0) await enqueue(tx, [sendToDestinationJob(id)]);
  });
}

export const SEND_TO_DESTINATIONS = 'send-to-destinations';

/** Runs each minute. Finds queues whose process has ended, and those of a database whose sending was released. */
export async function sendToDestinations(ctx: Context): Promise<void> {
  await ctx.db.transaction(SYSTEM, async (tx) => {
    const due = await listDue(tx, null, ctx.clock());
    await enqueue(
      tx,
      due.map((id) => sendToDestinationJob(id)),
    );
  });
}

/** Returns the handler of the job. Beyond so many runs in this process it puts the job off, without holding its slot. */
export function createDestinationSender(ctx: Context): (id: number) => Promise<void> {
  let runs = 0;
  return async (id) => {
    if (runs >= MAX_RUNS_OF_PROCESS) {
      const runAt = new Date(ctx.clock().getTime() + OTHERS_FIRST_MS);
      await ctx.db.transaction(SYSTEM, (tx) => enqueue(tx, [sendToDestinationJob(id, runAt)]));
      return;
    }
    runs += 1;
    try {
      await sendToDestination(ctx, id);
    } finally {
      runs -= 1;
    }
  };
}

interface Begun {
  destination: ClaimedDestination;
  message: BegunMessage;
}

const beginNext = (ctx: Context, id: number, claim: string): Promise<Begun | null> =>
  ctx.db.transaction(SYSTEM, async (tx) => {
    const now = ctx.clock();
    const destination = await claimDestination(tx, id, claim, now);
    const message = destination && (await beginHead(tx, id, now));
    if (!destination || !message) return null;
    const { feedback_id } = message;
    if (feedback_id === null) return { destination, message };
    const application = destination.acknowledgements === 'as_asked' ? 'AL' : 'NE';
    const found = await findAnsweredSurvey(tx, destination.application_id, feedback_id);
    const text = found ? writeResult(feedback_id, found.survey, found.answers, application) : message.text;
    return { destination, message: { ...message, text } };
  });

/** The messages that were answered CA over this connection and may still be answered by the application. */
interface Awaited {
  /** By their MSH-10. */
  messages: Map<string, Begun>;
  /** Until when the last of them is waited for, by `performance.now()`. */
  until: number;
}

const nothingAwaited = (): Awaited => ({ messages: new Map(), until: 0 });

const msToWait = ({ messages, until }: Awaited): number =>
  messages.size === 0 ? 0 : Math.min(LOOK_AGAIN_MS, Math.max(0, until - performance.now()));

/** Stores application acknowledgements. Returns whether the run may go on, as `record` does. */
async function recordLater(
  ctx: Context,
  of: { destinationId: number; claim: string },
  { messages }: Awaited,
  answers: readonly LaterAnswer[],
): Promise<boolean> {
  for (const { controlId, answer } of answers) {
    const begun = messages.get(controlId);
    if (!begun || (answer !== 'AA' && answer !== 'AE' && answer !== 'AR')) continue;
    messages.delete(controlId);
    const { destination, message } = begun;
    const error = answer === 'AA' ? null : `The application answered ${answer}.`;
    const mayGoOn = await ctx.db.transaction(SYSTEM, async (tx) => {
      if (!(await recordLaterAnswer(tx, { ...of, id: message.id }, { answer, error }))) return true;
      attemptsCounted.inc({ result: 'failed' });
      if (destination.on_error === 'skip') return true;
      await stopQueue(tx, ctx, destination);
      return false;
    });
    if (!mayGoOn) return false;
  }
  return true;
}

/** Returns MSH-10 of a message, and which acknowledgements of it are awaited. */
function readExpected({ destination, message }: Begun) {
  const parsed = parseMessage(message.text);
  const read = (address: string) => (parsed.ok ? (parsed.message.get(address) ?? '') : '');
  const [accept, application] =
    destination.acknowledgements === 'as_asked' ? [read('MSH-15'), read('MSH-16')] : ['', ''];
  return { controlId: read('MSH-10'), expected: expectedAcknowledgments(accept, application) };
}

function controlIdOf(text: Uint8Array): string | null {
  const parsed = parseMessage(text);
  return parsed.ok ? parsed.message.get('MSH-10') || null : null;
}

/** Returns why a message can be sent to nobody; null: it can. */
function whyNotSendable(text: Uint8Array): string | null {
  if (text.length === 0) return 'The text of the message was removed before it was sent.';
  if (text.includes(START_BLOCK) || text.includes(END_BLOCK))
    return 'The message contains a byte that begins or ends a frame of MLLP.';
  return controlIdOf(text) === null ? 'The message has no MSH-10, so that no acknowledgement can name it.' : null;
}

type Attempted = { kind: 'answered'; exchange: Exchange } | { kind: 'unsendable'; error: string };

/** Stores what came of an attempt. Returns whether the run may go on to the next message. */
function record(ctx: Context, { destination, message }: Begun, claim: string, attempted: Attempted): Promise<boolean> {
  const { id: destinationId } = destination;
  const now = ctx.clock();
  const outcome = outcomeOf(message, attempted, now);
  return ctx.db.transaction(SYSTEM, async (tx) => {
    if (!(await recordOutcome(tx, { destinationId, claim, id: message.id }, outcome))) return false;
    attemptsCounted.inc({ result: outcome.state === 'waiting' ? 'put_off' : outcome.state });
    if (outcome.due_at) {
      await enqueue(tx, [sendToDestinationJob(destinationId, outcome.due_at)]);
      return false;
    }
    if (outcome.state !== 'failed' || attempted.kind === 'unsendable' || destination.on_error === 'skip') return true;
    await stopQueue(tx, ctx, destination);
    return false;
  });
}

/** Stops a queue because a message was given up, and says so in the audit. */
async function stopQueue(tx: Tx, ctx: Context, { id, application_id, name }: ClaimedDestination): Promise<void> {
  const at = ctx.clock();
  await stopDestination(tx, id, at);
  await recordAudit(tx, ctx, {
    at,
    action: 'switch_off',
    record_type: 'destinations',
    record_id: id,
    application_id,
    details: { name, reason: 'given_up' },
  });
}

/**
 * A message that the receiver refuses is tried a few times (AE, CE) or not again (AR, CR). Where there was no answer, it is tried
 * without end, because an outage of the receiver must not lose anything.
 */
function outcomeOf({ attempts, refusals }: BegunMessage, attempted: Attempted, now: Date): Outcome {
  const given_up = QUEUED_LIFECYCLE.given_up.sending;
  const put_off = {
    state: QUEUED_LIFECYCLE.put_off.sending,
    due_at: new Date(now.getTime() + pauseAfter(attempts + 1)),
  };
  if (attempted.kind === 'unsendable') return { state: given_up, refusals, answer: null, error: attempted.error };
  const { exchange } = attempted;
  if (exchange.answer === null)
    return exchange.error === null
      ? { state: QUEUED_LIFECYCLE.accepted.sending, refusals, answer: null, error: null }
      : { ...put_off, refusals, answer: null, error: exchange.error };
  const { answer } = exchange;
  if (answer === 'AA' || answer === 'CA')
    return { state: QUEUED_LIFECYCLE.accepted.sending, refusals, answer, error: null };
  const error = `The receiver answered ${answer}.`;
  if (answer === 'AR' || answer === 'CR') return { state: given_up, refusals: refusals + 1, answer, error };
  return refusals + 1 >= destinations.MAX_REFUSALS
    ? { state: given_up, refusals: refusals + 1, answer, error }
    : { ...put_off, refusals: refusals + 1, answer, error };
}
