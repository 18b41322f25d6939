import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway, withRetry, type Tx } from '../../platform/db/database.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { giveWay, keepLooking, type Looking } from '../../platform/jobs/poll-loop.ts';
import { failMessage, processMessages, type WaitingMessage } from './process-messages.ts';

const BATCH = 200;
/** While senders wait for their acknowledgement: small enough to stand in nobody's way for long. */
const BUSY_BATCH = 50;
/** Lanes of one batch: where much waits, a batch is as large; where little waits, it still is one transaction. */
const LANES_AT_ONCE = 8;
/** First key of the advisory locks; the second is the lane. */
const LANE_LOCK = 7_301;

export interface ProcessingOptions {
  workers?: number;
  /** Acknowledging comes first: while senders wait, processing gives way, for a while. */
  isIntakeBusy?: () => boolean;
}

/**
 * Works through stored messages. A row in state `received` is its own job: it was committed with the acknowledgement,
 * and stays until it has been processed. Messages of a patient are in one lane, and a lane is held by one worker at a
 * time (a lock that ends with its transaction), so they are processed in order; lanes run beside each other.
 */
export function startProcessing(
  house: Context,
  { workers = 2, isIntakeBusy = () => false }: ProcessingOptions = {},
): Looking {
  let stopping = false;

  async function work(worker: number): Promise<boolean> {
    const lanes = await house.db.transaction(SYSTEM_SCOPE, waitingLanes);
    // Workers begin at different lanes, so that they seldom meet.
    const mine = [
      ...lanes.filter((lane) => lane % workers === worker),
      ...lanes.filter((lane) => lane % workers !== worker),
    ];
    let found = false;
    for (let from = 0; from < mine.length && !stopping; from += LANES_AT_ONCE) {
      await giveWay(isIntakeBusy);
      found =
        (await drainLanes(house, mine.slice(from, from + LANES_AT_ONCE), isIntakeBusy() ? BUSY_BATCH : BATCH)) || found;
    }
    return found;
  }
  const all = Array.from({ length: workers }, (_, worker) => keepLooking(house.log, 'processing', () => work(worker)));
  return {
    wake: () => all.forEach((one) => one.wake()),
    async stop() {
      stopping = true;
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}

/** The lanes with something in them, found by hopping over the index: a backlog of millions costs no more than one of ten. */
async function waitingLanes(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ lane: number }>`
    with recursive lanes as (
      (select lane from hl7_messages where state = 'received' order by lane limit 1)
      union all
      select (select m.lane from hl7_messages m where m.state = 'received' and m.lane > l.lane order by m.lane limit 1)
      from lanes l where l.lane is not null)
    select lane from lanes where lane is not null`.execute(tx);
  return rows.map(({ lane }) => lane);
}

/** One batch of these lanes; true when there was something to do. */
async function drainLanes(house: Context, lanes: readonly number[], limit: number): Promise<boolean> {
  try {
    return await withRetry(() =>
      house.db.transaction(SYSTEM_SCOPE, async (tx) => {
        const messages = await takeWaiting(tx, lanes, limit);
        for (const [applicationId, group] of byApplication(messages))
          await processMessages(tx, house, applicationId, group);
        return messages.length > 0;
      }),
    );
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const { code } = error as { code?: string };
    house.log.warn({ lanes, code, err: error }, 'a batch failed; its messages are processed one by one');
    for (const lane of lanes) await drainOneByOne(house, lane);
    return true;
  }
}

/** After a batch failed: the message that cannot be processed becomes an error, its neighbours are not harmed. */
async function drainOneByOne(house: Context, lane: number): Promise<void> {
  for (let done = 0; done < BATCH; done += 1) {
    let current: WaitingMessage | undefined;
    try {
      const more = await withRetry(() =>
        house.db.transaction(SYSTEM_SCOPE, async (tx) => {
          [current] = await takeWaiting(tx, [lane], 1);
          if (current) await processMessages(tx, house, current.application_id, [current]);
          return current !== undefined;
        }),
      );
      if (!more) return;
    } catch (error) {
      if (!current || isDatabaseAway(error)) throw error;
      const { id } = current;
      house.log.error({ message: id, err: error }, 'a message could not be processed');
      const why = {
        code: '207',
        field: null,
        text: 'An internal error stopped the processing; reprocess it, or report it with its number',
      };
      await house.db.transaction(SYSTEM_SCOPE, (tx) => failMessage(tx, id, why, house.clock()));
    }
  }
}

/** Oldest first, as many of each lane; nothing of a lane that another worker holds. */
async function takeWaiting(tx: Tx, lanes: readonly number[], limit: number): Promise<WaitingMessage[]> {
  const { rows: held } = await sql<{ lane: number }>`
    select lane from unnest(${lanes}::int[]) as lane where pg_try_advisory_xact_lock(${LANE_LOCK}, lane)`.execute(tx);
  const ofEach = Math.ceil(limit / Math.max(1, held.length));
  const { rows } = await sql<WaitingMessage>`
    select m.* from unnest(${held.map(({ lane }) => lane)}::smallint[]) as held (lane),
    lateral (
      select id, application_id, coalesce(corrected, raw) as raw, received_at from hl7_messages
      where state = 'received' and lane = held.lane order by id limit ${ofEach} for update) m
    order by m.id`.execute(tx);
  return rows;
}

/** Waits until nothing of the application is being processed; for a person who changes who is who. */
export async function lockProcessing(tx: Tx, applicationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LANE_LOCK}, -${applicationId}::int)`.execute(tx);
}

/** Waits for the lane; for a message that is processed out of its turn. */
export async function lockLane(tx: Tx, lane: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LANE_LOCK}, ${lane})`.execute(tx);
}

function byApplication(messages: readonly WaitingMessage[]): Map<number, WaitingMessage[]> {
  const groups = new Map<number, WaitingMessage[]>();
  for (const message of messages) {
    const group = groups.get(message.application_id);
    if (group) group.push(message);
    else groups.set(message.application_id, [message]);
  }
  return groups;
}
