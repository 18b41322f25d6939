import pg from 'pg';
import type { MessageError } from '../processing/index.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A database that takes longer than this for one batch is away. Senders give up waiting soon after. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Advisory lock: one process files at a time. */
const FILING_LOCK = 7_302;

export interface NewMessage {
  applicationId: number | null;
  state: 'received' | 'ignored' | 'error';
  source: 'mllp' | 'http' | 'file' | 'form';
  receivedAt: Date;
  sendingApplication: string;
  sendingFacility: string;
  /** MSH-10; null when there is none: such a message is never taken for a duplicate. */
  controlId: string | null;
  messageType: string | null;
  event: string | null;
  version: string | null;
  processingId: string | null;
  /** Hashes of the numbers of everybody it is about (`subjectKeys`); empty when nothing comes of it. */
  subjectKeys: readonly number[];
  silent: boolean;
  raw: Uint8Array;
  rawTruncated: boolean;
  error: MessageError | null;
}

interface Row {
  message: NewMessage;
  /** Where its bytes begin in those of the batch, from 1. */
  start: number;
  /** Where its subject keys begin in those of the batch, from 1. */
  keyStart: number;
  /** How often the same came again in this very batch; one statement cannot meet the same row twice. */
  repeats: number;
  /** An earlier one of this batch has the same control id and other bytes. */
  reused: boolean;
}

/** One value a message, in arrays: the columns of `arrivals`, and the parameters of a direct insert. */
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
/** Before the columns: settings version, number of messages, applications, bytes, subject keys. */
const FIRST_COLUMN = 6;
const PARAMETERS = COLUMNS.map(([, type], index) => `$${index + FIRST_COLUMN}::${type}[]`).join(', ');
/**
 * The ids of what is stored, drawn behind the lock that makes ids follow acknowledgements; no row, so that nothing is
 * stored, when the settings have changed or the messages must be filed later.
 */
const RESERVED = `with reserved as materialized (select reserve_message_ids($1::bigint, $2::int, $3::bigint[]) as ids)`;

/**
 * One statement, one commit, for all that came together. The bytes travel as a single binary parameter and are cut up
 * by PostgreSQL: as an array they would be sent in hexadecimal, at twice the size and five times the cost.
 * The same message again changes nothing but its count.
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
    ${isSalvage ? `'207', null, 'Its application was deleted before it could be filed'` : 'm.error_code, m.error_field, m.error_text'},
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

/** A connection for these statements: it sees all applications, and plans each of them once. */
export async function openIntakeConnection(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  // synchronous_commit is said here too, so that no server-wide setting can turn an AA into a hope. A plan that looks
  // things up in indexes is right for a table of any size, also when it was made while that was empty.
  await client.query(
    `select set_config('wardvoice.all_applications', 'on', false), set_config('synchronous_commit', 'on', false),
      set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false)`,
  );
  return client;
}

/**
 * Stores messages in the order given, ready to be processed. False when nothing was stored: the settings by which they were
 * validated are no longer those of this version, or others wait to be filed before them.
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
  return rowCount !== 0;
}

const storedThrough = new WeakMap<pg.ClientBase, number>();

/**
 * The name of a prepared statement, another whenever what went through this connection has doubled: in a table of one page
 * every index is as good as the right one, and PostgreSQL would keep that plan until it next gathers statistics.
 */
function replanned(name: string, client: pg.ClientBase, messages: number): string {
  const stored = (storedThrough.get(client) ?? 0) + messages;
  storedThrough.set(client, stored);
  return `${name}-${Math.floor(Math.log2(stored))}`;
}

/**
 * Stores messages as they came, at a fraction of the cost; `fileArrivals` does the rest. False when nothing was stored: the
 * settings by which they were validated are no longer those of this version.
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
  return rowCount !== 0;
}

/**
 * Files the oldest arrivals, about so many messages, in their order: all or nothing. Returns how many arrivals it took;
 * one process at a time files, another finds nothing to do. `oneByOne`: after a failure, so that a message which cannot be
 * filed (its application was deleted) becomes an error that superusers see, and holds up nobody.
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
