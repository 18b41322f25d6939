import type { destinations, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';

const SORTED: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`lower(d.name)`,
  created_at: sql`d.created_at`,
};

const described = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('destinations as d')
    .select(['d.id', 'd.name', 'd.host', 'd.port', 'd.tls', 'd.ca', 'd.client_certificate', 'd.messages', 'd.answers'])
    .select(['d.message_types', 'd.wards', 'd.answer_seconds'])
    .select(['d.active', 'd.stopped_at', 'd.created_at', 'd.version'])
    .select([
      sql<'stop' | 'skip'>`d.on_error`.as('on_error'),
      sql<'always' | 'as_asked'>`d.acknowledgements`.as('acknowledgements'),
      sql<number>`(select count(*) from destination_messages q
        where q.destination_id = d.id and q.state in ('waiting', 'sending'))`.as('waiting'),
      sql<number>`(select count(*) from destination_messages q
        where q.destination_id = d.id and q.state = 'failed')`.as('failed'),
      sql<Date | null>`(select q.queued_at from destination_messages q
        where q.destination_id = d.id and q.state in ('waiting', 'sending') order by q.id limit 1)`.as('oldest_at'),
    ])
    .where('d.application_id', '=', applicationId);

export function listDestinations(
  tx: Tx,
  applicationId: number,
  { term, sort, ...paging }: QueryOf<typeof destinations.listDestinations>,
) {
  const pattern = containing(term);
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = described(tx, applicationId)
    .$if(Boolean(term), (rows) =>
      rows.where((where) => where.or([where('d.name', 'ilike', pattern), where('d.host', 'ilike', pattern)])),
    )
    .orderBy(SORTED[sort.replace('-', '')] ?? sql`d.id`, direction)
    .orderBy('d.id', direction);
  return fetchPage(tx, query, { ...paging, term });
}

export type DestinationRecord = Awaited<ReturnType<typeof getDestination>>;

export async function getDestination(tx: Tx, applicationId: number, id: number) {
  const found = await described(tx, applicationId).where('d.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This destination');
  return found;
}

/** Locks the row until the end of the transaction. Messages can be queued for it meanwhile. */
export async function lockDestination(tx: Tx, applicationId: number, id: number): Promise<DestinationRecord> {
  await tx
    .selectFrom('destinations')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  return getDestination(tx, applicationId, id);
}

export async function countDestinations(tx: Tx, applicationId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('destinations')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface Settings {
  name: string;
  host: string;
  port: number;
  tls: boolean;
  ca: string | null;
  client_certificate: string | null;
  messages: boolean;
  answers: boolean;
  message_types: string[];
  wards: string[];
  acknowledgements: 'always' | 'as_asked';
  answer_seconds: number;
  on_error: 'stop' | 'skip';
}

/** Stores a destination without its certificate, whose key is encrypted for its id. */
export async function insertDestination(
  tx: Tx,
  applicationId: number,
  settings: Omit<Settings, 'client_certificate'>,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('destinations')
    .values({ ...settings, application_id: applicationId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDestination(
  tx: Tx,
  applicationId: number,
  id: number,
  changes: Partial<Settings> & { client_key?: Buffer | null; active?: boolean; stopped_at?: null },
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('destinations')
    .set(changes)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteDestination(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('destinations').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

export async function findClientKey(tx: Tx, applicationId: number, id: number): Promise<Buffer | null> {
  const { client_key } = await tx
    .selectFrom('destinations')
    .select('client_key')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return client_key;
}

export const listClientCertificates = (tx: Tx) =>
  tx
    .selectFrom('destinations')
    .select(['id', 'application_id', 'name'])
    .select((of) => of.ref('client_certificate').$notNull().as('client_certificate'))
    .where('client_certificate', 'is not', null)
    .orderBy('id')
    .execute();

export const listClientKeysAfter = (tx: Tx, id: number, limit: number) =>
  tx
    .selectFrom('destinations')
    .select('id')
    .select((of) => of.ref('client_key').$notNull().as('client_key'))
    .where('client_key', 'is not', null)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();

export async function setClientKey(tx: Tx, id: number, encrypted: Buffer): Promise<void> {
  await tx.updateTable('destinations').set({ client_key: encrypted }).where('id', '=', id).execute();
}
