import type { EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { endingOf, phoneOf, stayMessages, type Acknowledged } from './order-feed.ts';
import { query, type SmsReceiver } from './wardvoice-processes.ts';

/** Maximum time from the last check for a cancellation until the SMS reaches the gateway, on a very busy machine. */
const ON_ITS_WAY_MS = 15_000;

/** What must not happen, whichever processes end meanwhile. */
export interface OrderFaults {
  /** Control ids of messages. */
  lost: string[];
  storedTwice: string[];
  notProcessed: string[];
  outOfOrder: string[];
  /**
   * Phone numbers that got more than one SMS, and those that got none although the patient was discharged and no delivery is in
   * doubt.
   */
  sentTwice: string[];
  notSent: string[];
  /** Phone numbers that got an SMS so long after the cancellation was acknowledged that the worker must have known of it. */
  sentAfterCancellation: string[];
}

export const NO_FAULTS: Readonly<OrderFaults> = {
  lost: [],
  storedTwice: [],
  notProcessed: [],
  outOfOrder: [],
  sentTwice: [],
  notSent: [],
  sentAfterCancellation: [],
};

interface StoredRow {
  message_control_id: string;
  rows: string;
  state: string;
  location: string | null;
  given_name: string | null;
}

/** Compares what is stored with what was acknowledged. */
export async function compare(postgres: EmbeddedPostgres, patients: number, { controlIds }: Acknowledged) {
  const rows = await query<StoredRow>(
    postgres,
    `select message_control_id, count(*) as rows, min(state) as state, min(location) as location, min(given_name) as given_name
     from hl7_messages group by 1`,
  );
  const stored = new Map(rows.map((row) => [row.message_control_id, row]));
  const open = new Map(
    (await query<{ visit_number: string; state: string }>(postgres, 'select visit_number, state from visits')).map(
      (visit) => [visit.visit_number, visit.state],
    ),
  );
  const outOfOrder: string[] = [];
  for (let patient = 0; patient < patients; patient += 1) {
    for (const { controlId, location, givenName } of stayMessages(patient)) {
      const row = stored.get(controlId);
      if (row && (row.location !== location || row.given_name !== givenName)) outOfOrder.push(controlId);
    }
    if (open.get(`V${patient}`) !== (endingOf(patient) === 'leaves' ? 'closed' : 'open'))
      outOfOrder.push(`V${patient}`);
  }
  const ids = [...controlIds];
  return {
    lost: ids.filter((id) => !stored.has(id)),
    storedTwice: ids.filter((id) => Number(stored.get(id)?.rows) > 1),
    notProcessed: ids.filter((id) => stored.get(id)?.state !== 'processed'),
    outOfOrder,
  };
}

/** Compares what reached the gateway with whom the rule writes to. */
export async function compareSent(
  postgres: EmbeddedPostgres,
  patients: number,
  { received }: SmsReceiver,
  behind: ReadonlyMap<string, number>,
) {
  // A delivery that a killed worker had claimed is failed, because it may or may not have been sent.
  const inDoubt = new Set(
    (
      await query<{ phone: string }>(
        postgres,
        `select p.phone from deliveries d join patients p on p.id = d.patient_id where d.state = 'failed'`,
      )
    ).map(({ phone }) => phone),
  );
  const phonesOf = (ending: string) =>
    Array.from({ length: patients }, (_, patient) => patient)
      .filter((patient) => endingOf(patient) === ending)
      .map(phoneOf);
  return {
    sentTwice: [...received].filter(([, times]) => times > 1).map(([to]) => to),
    notSent: phonesOf('leaves').filter((phone) => !received.has(phone) && !inDoubt.has(phone)),
    sentAfterCancellation: [...behind].filter(([, late]) => late > ON_ITS_WAY_MS).map(([to]) => to),
    sent: received.size,
    inDoubt: inDoubt.size,
    cancelledInTime: phonesOf('discharge taken back').filter((phone) => !received.has(phone)).length,
    latestBehindCancellationMs: Math.round(Math.max(0, ...behind.values())),
  };
}
