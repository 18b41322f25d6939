import { messageTexts } from '@wardvoice/contract';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { newClient } from '../../platform/db/hosts/connect.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { MessageError, NewMessageState } from '../processing/index.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A database that needs longer than this for one batch counts as unavailable. Senders stop waiting soon after. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Advisory lock by which one process files at a time. */
const FILING_LOCK = 7_302;

export interface NewMessage {
  applicationId: number | null;
  state: NewMessageState;
  source: 'mllp' | 'http' | 'file' | 'form';
  receivedAt: Date;
  sendingApplication: string;
  sendingFacility: string;
  /** MSH-10; null when there is none. Such a message is never a duplicate. */
  controlId: string | null;
  messageType: string | null;
  event: string | null;
  version: string | null;
  processingId: string | null;
  /** Hashes of the numbers of everybody it is about (`subjectKeys`); empty when it is not processed. */
  subjectKeys: readonly number[];
  silent: boolean;
  raw: Uint8Array;
  rawTruncated: boolean;
  error: MessageError | null;
}

interface Row {
  message: NewMessage;
  /** Position of its bytes in those of the batch, from 1. */
  start: number;
  /** Position of its subject keys in those of the batch, from 1. */
  keyStart: number;
  /** How often the same message is repeated in this batch. One statement cannot update the same row twice. */
  repeats: number;
  /** An earlier message of this batch has the same control id and other bytes. */
  reused: boolean;
}

/** Arrays with one value per message: the columns of `arrivals`, and the parameters of a direct insert. */
const COLUMNS: readonly (readonly [name: string, type: string, read: (row: Row) => unknown])[] = [
  ['start', 'int', (row) => row.start],
  ['length', 'int', ({ message }) => message.raw.length],
  ['application_id', 'bigint', ({ message }) => message.applicationId],
  ['state', 'text', ({ message }) => message.state],
  ['source', 'text', ({ message }) => message.source],
  ['received_at', 'timestamptz', ({ message }) => message.receivedAt.toISOString()],
  ['sending_application', 'text', ({ message }) => message.sendingApplication],
  ['sending_facility', 'text', ({ message }) => message.sendingFacility],
  ['message_control_id', 'text', ({ message }) => message.controlId],
  ['message_type', 'text', ({ message }) => message.messageType],
  ['event', 'text', ({ message }) => message.event],
  ['version', 'text', ({ message }) => message.version],
  ['processing_id', 'text', ({ message }) => message.processingId],
  ['silent', 'boolean', ({ message }) => message.silent],
  ['raw_truncated', 'boolean', ({ message }) => message.rawTruncated],
  ['error_code', 'text', ({ message }) => message.error?.code ?? null],
  ['error_field', 'text', ({ message }) => message.error?.field ?? null],
  ['error_text', 'text', ({ message }) => message.error?.text ?? null],
  ['repeats', 'int', (row) => row.repeats],
  ['reused', 'boolean', (row) => row.reused],
  ['key_start', 'int', (row) => row.keyStart],
  ['key_count', 'int', ({ message }) => message.subjectKeys.length],
];
const NAMES = COLUMNS.map(([name]) => name).join(', ');
/** The parameters before the columns: settings version, number of messages, applications, bytes, subject keys. */
const FIRST_COLUMN = 6;
const PARAMETERS = COLUMNS.map(([, type], index) => `$${index + FIRST_COLUMN}::${type}[]`).join(', ');
/**
 * Reserves the ids under the lock that makes ids follow acknowledgements. Returns no row, so that nothing is stored,
 * when the settings have changed or others must be filed first.
 */
const RESERVED = `with reserved as materialized (select reserve_message_ids($1::bigint, $2::int, $3::bigint[]) as ids)`;

/**
 * Stores a batch with one statement and one commit. The bytes are sent as one binary parameter and split by PostgreSQL:
 * an array would be sent in hexadecimal, at twice the size and five times the cost. A message that is already stored
 * only raises its count.
 */
const insertFrom = (
  { ids, raw, keys, arrays, from }: { ids: string; raw: string; keys: string; arrays: string; from: string },
  where: string,
  { isSalvage = false } = {},
) => `
  insert into hl7_messages (
    id, application_id, state, source, received_at, event_at, sending_application, sending_facility, message_control_id,
    message_type, event, version, processing_id, silent, raw_truncated, error_code, error_field, error_text,
    duplicate_count, raw, content_hash, control_id_reused, subject_keys)
  overriding system value
  select
    ${ids}[m.place::int], ${isSalvage ? `null, 'error'` : 'm.application_id, m.state'}, m.source, m.received_at, m.received_at,
    m.sending_application, m.sending_facility, m.message_control_id, m.message_type, m.event, m.version,
    m.processing_id, m.silent, m.raw_truncated,
    ${isSalvage ? `'207', null, '${messageTexts.ERRORS.applicationDeleted}'` : 'm.error_code, m.error_field, m.error_text'},
    m.repeats, bytes.raw, sha256(bytes.raw), m.reused or earlier.found is not null,
    case when m.state = 'received' then ${keys}[m.key_start : m.key_start + m.key_count - 1] end
  from ${from}, unnest(${arrays}) with ordinality as m (${NAMES}, place),
  lateral (select substring(${raw} from m.start for m.length) as raw) bytes
  left join lateral (
    select true as found from hl7_messages same
    where same.application_id = m.application_id and same.sending_application = m.sending_application
      and same.sending_facility = m.sending_facility and same.message_control_id = m.message_control_id
    limit 1) earlier on true
  where ${where}
  order by m.place
  on conflict (application_id, sending_application, sending_facility, message_control_id, content_hash)
    where message_control_id is not null
  do update set duplicate_count = hl7_messages.duplicate_count + 1 + excluded.duplicate_count`;

const OF_BATCH = { ids: 'r.ids', raw: '$4::bytea', keys: '($5::int[])', arrays: PARAMETERS, from: 'reserved r' };
const INSERT = `${RESERVED} ${insertFrom(OF_BATCH, 'r.ids is not null')}`;
const ARRIVE = `${RESERVED}
  insert into arrivals (id, ids, raw, subject_keys, ${NAMES})
  select ids[1], ids, $4::bytea, $5::int[], ${PARAMETERS} from reserved where ids is not null`;
const OF_ARRIVAL = {
  ids: 'a.ids',
  raw: 'a.raw',
  keys: 'a.subject_keys',
  arrays: COLUMNS.map(([name]) => `a.${name}`).join(', '),
  from: 'arrivals a',
};
const FILE = insertFrom(OF_ARRIVAL, 'a.id = $1');
const FILE_ONE = insertFrom(OF_ARRIVAL, 'a.id = $1 and m.place = $2');
const SALVAGE_ONE = insertFrom(OF_ARRIVAL, 'a.id = $1 and m.place = $2', { isSalvage: true });

/** For a transaction that is rolled back: it takes an id of its own, and no lock that others wait for. */
const TRIAL = `${insertFrom(
  {
    ...OF_BATCH,
    ids: 'r.ids',
    from: `(select $1::bigint, $2::int, $3::bigint[], array[nextval('hl7_messages_id_seq')] as ids) r`,
  },
  'true',
)} returning id`;

const WARNING = '01000';
/** Connections with a commit whose wait for a standby was given up. */
const unconfirmed = new WeakSet<pg.ClientBase>();

/**
 * A commit that waits for a standby ends as a success with a warning when the wait is cancelled: by statement_timeout of a role, or by
 * somebody with pg_cancel_backend() (PostgreSQL 18 §26.2.8). Then the messages are on one machine only.
 */
class NotOnStandby extends Error {
  /** A code of the class "operator intervention", so that the messages are sent again and not taken for bad ones. */
  readonly code = '57P01';

  constructor() {
    super('The wait for a standby was cancelled, so nobody knows whether it has the messages');
  }
}

/** Opens a connection for these statements. It sees all applications, and each statement is planned once. */
export async function openIntakeConnection(connectionString: string, name: string): Promise<pg.Client> {
  const client = newClient({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  client.on('notice', ({ code }) => {
    if (code === WARNING) unconfirmed.add(client);
  });
  await client.connect();
  // synchronous_commit is set here, so that no setting of the server can cause an AA before the data is on disk. Plans
  // that use indexes are right for tables of any size, even when they were made while the table was empty.
  await client.query(
    `select set_config('wardvoice.all_applications', 'on', false), set_config('synchronous_commit', 'on', false),
      set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false)`,
  );
  return client;
}

/**
 * Stores messages in the order given, ready to be processed. Returns false, and stores nothing, when the settings have
 * changed since this version, or other messages must be filed first.
 */
export async function storeMessages(
  client: pg.ClientBase,
  messages: readonly NewMessage[],
  settingsVersion: number,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: replanned('store-messages', client, messages.length),
    text: INSERT,
    values: valuesOf(messages, settingsVersion, { isStraight: true }),
  });
  refuseUnconfirmed(client);
  return rowCount !== 0;
}

/** Stores one message by the statement of all others, in a transaction that the caller rolls back. Returns its id. */
export async function storeForTrial(tx: Tx, message: NewMessage): Promise<number> {
  const values = valuesOf([message], 0, { isStraight: true });
  const { rows } = await tx.executeQuery<{ id: number }>(CompiledQuery.raw(TRIAL, values));
  return onlyRow(rows).id;
}

const storedThrough = new WeakMap<pg.ClientBase, number>();

/**
 * Returns a new name for a prepared statement whenever the number of messages stored through this connection has
 * doubled, so that it is planned again. In a table of one page every index is equally good, and PostgreSQL would keep a
 * wrong one until it next gathers statistics.
 */
function replanned(name: string, client: pg.ClientBase, messages: number): string {
  const stored = (storedThrough.get(client) ?? 0) + messages;
  storedThrough.set(client, stored);
  return `${name}-${Math.floor(Math.log2(stored))}`;
}

/**
 * Stores messages as an arrival, at a fraction of the cost; `fileArrivals` files them later. Returns false, and stores
 * nothing, when the settings have changed since this version.
 */
export async function storeArrival(
  client: pg.ClientBase,
  messages: readonly NewMessage[],
  settingsVersion: number,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'store-arrival',
    text: ARRIVE,
    values: valuesOf(messages, settingsVersion, { isStraight: false }),
  });
  refuseUnconfirmed(client);
  return rowCount !== 0;
}

function refuseUnconfirmed(client: pg.ClientBase): void {
  if (unconfirmed.delete(client)) throw new NotOnStandby();
}

/**
 * Files the oldest arrivals with about this many messages, in order, all or nothing. Returns the number of arrivals.
 * One process files at a time; others find nothing to do. `oneByOne` is used after a failure: a message that cannot be
 * filed, because its application was deleted, becomes an error that superusers see, and the others are filed.
 */
export async function fileArrivals(
  client: pg.ClientBase,
  messages: number,
  { oneByOne = false } = {},
): Promise<number> {
  await client.query('begin');
  try {
    const lock = await client.query<{ held: boolean }>(`select pg_try_advisory_xact_lock(${FILING_LOCK}) as held`);
    const { rows } = await client.query<{ id: string; count: number }>({
      name: 'oldest-arrivals',
      text: `
        select id, count from (
          select id, count, sum(count) over (order by id) - count as before
          from (select id, cardinality(ids) as count from arrivals where id > 0 order by id limit 500) oldest) counted
        where before < $1 and $2 order by id`,
      values: [messages, lock.rows[0]?.held],
    });
    for (const { id, count } of rows) {
      if (oneByOne) await fileOneByOne(client, id, count);
      else await client.query({ name: replanned('file-arrival', client, count), text: FILE, values: [id] });
    }
    await client.query('delete from arrivals where id = any($1)', [rows.map(({ id }) => id)]);
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function fileOneByOne(client: pg.ClientBase, id: string, count: number): Promise<void> {
  for (let place = 1; place <= count; place += 1) {
    await client.query('savepoint one');
    try {
      await client.query(FILE_ONE, [id, place]);
    } catch {
      await client.query('rollback to savepoint one');
      await client.query(SALVAGE_ONE, [id, place]);
    }
    await client.query('release savepoint one');
  }
}

function valuesOf(
  messages: readonly NewMessage[],
  settingsVersion: number,
  { isStraight }: { isStraight: boolean },
): unknown[] {
  const rows = withoutRepeats(messages);
  const keys: number[] = [];
  let start = 1;
  for (const row of rows) {
    row.start = start;
    start += row.message.raw.length;
    row.keyStart = keys.length + 1;
    keys.push(...row.message.subjectKeys);
  }
  const applications = new Set(rows.map(({ message }) => message.applicationId).filter((id) => id !== null));
  return [
    settingsVersion,
    rows.length,
    isStraight ? [...applications] : null,
    Buffer.concat(rows.map(({ message }) => message.raw)),
    keys,
    ...COLUMNS.map(([, , read]) => rows.map(read)),
  ];
}

function withoutRepeats(messages: readonly NewMessage[]): Row[] {
  const rows: Row[] = [];
  const bySender = new Map<string, Row[]>();
  for (const message of messages) {
    const row = { message, start: 0, keyStart: 1, repeats: 0, reused: false };
    if (message.controlId !== null) {
      const key = [message.applicationId, message.sendingApplication, message.sendingFacility, message.controlId].join(
        '\0',
      );
      const earlier = bySender.get(key);
      const same = earlier?.find((other) => Buffer.compare(other.message.raw, message.raw) === 0);
      if (same) {
        same.repeats += 1;
        continue;
      }
      row.reused = earlier !== undefined && message.applicationId !== null;
      if (earlier) earlier.push(row);
      else bySender.set(key, [row]);
    }
    rows.push(row);
  }
  return rows;
}
