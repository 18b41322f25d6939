import { webhooks, type fhirSubscriptions, type QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import { EVENT_COUNT, STATUS } from './subscriptions/subscriptions.queries.ts';

const SORTED: Readonly<Record<string, RawBuilder<unknown>>> = {
  url: sql`lower(w.url)`,
  description: sql`lower(w.description)`,
  created_at: sql`w.created_at`,
};

const countOf = (state: webhooks.EventState) => sql<number>`(
  select count(*) from webhook_events e where e.webhook_id = w.id and e.state = ${sql.lit(state)}
    and e.type <> ${sql.lit(webhooks.TEST_EVENT)})`;

const described = (tx: Tx, applicationId: number, now: Date) =>
  tx
    .selectFrom('webhooks as w')
    .leftJoin('users as u', 'u.id', 'w.created_by')
    .select([
      'w.id',
      'w.url',
      'w.description',
      'w.events',
      sql<webhooks.Topic | null>`w.topic`.as('topic'),
      'w.active',
      sql<webhooks.Webhook['off_reason']>`w.off_reason`.as('off_reason'),
      'w.off_at',
      'w.failing_since',
      'w.created_at',
      'w.version',
      countOf('waiting').as('waiting'),
      countOf('failed').as('failed'),
      sql<{ id: number; name: string } | null>`
        case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end`.as('created_by'),
      sql<Date | null>`case when w.previous_until > ${now} then w.previous_until end`.as('previous_until'),
    ])
    .where('w.application_id', '=', applicationId);

export function listWebhooks(
  tx: Tx,
  applicationId: number,
  { term, active, sort, ...paging }: QueryOf<typeof webhooks.listWebhooks>,
  now: Date,
) {
  const pattern = containing(term);
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = described(tx, applicationId, now)
    .$if(Boolean(term), (rows) =>
      rows.where((where) => where.or([where('w.url', 'ilike', pattern), where('w.description', 'ilike', pattern)])),
    )
    .$if(active !== undefined, (rows) => rows.where('w.active', '=', active === '1'))
    .orderBy(SORTED[sort.replace('-', '')] ?? sql`w.id`, direction)
    .orderBy('w.id', direction);
  return fetchPage(tx, query, { ...paging, term });
}

export type WebhookRecord = Awaited<ReturnType<typeof getWebhook>>;

export async function getWebhook(tx: Tx, applicationId: number, id: number, now: Date) {
  const found = await described(tx, applicationId, now).where('w.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This webhook');
  return found;
}

/** Locks the row until the end of the transaction. Events can be written for it meanwhile. */
export async function lockWebhook(tx: Tx, applicationId: number, id: number, now: Date): Promise<WebhookRecord> {
  await tx
    .selectFrom('webhooks')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  return getWebhook(tx, applicationId, id, now);
}

export async function countWebhooks(tx: Tx, applicationId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns where a webhook is and what signs, encrypted. */
export async function findSigning(tx: Tx, applicationId: number, id: number, now: Date) {
  const found = await tx
    .selectFrom('webhooks as w')
    .select(['w.url', 'w.secret', 'w.headers'])
    .select(EVENT_COUNT.as('event_count'))
    .select(sql<webhooks.Topic | null>`w.topic`.as('topic'))
    .select(sql<fhirSubscriptions.Payload | null>`w.payload`.as('payload'))
    .select(STATUS.as('subscription_status'))
    .select(sql<Buffer | null>`case when w.previous_until > ${now} then w.previous_secret end`.as('previous_secret'))
    .where('w.application_id', '=', applicationId)
    .where('w.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This webhook');
  return found;
}

interface Settings {
  url: string;
  description: string;
  events: string[];
  active: boolean;
}

export interface NewWebhook extends Settings {
  id: number;
  secret: Buffer;
  created_by: number;
  created_at: Date;
}

/** Inserts a webhook under an id that was drawn before, because its secret is encrypted for that id. */
export async function insertWebhook(
  tx: Tx,
  applicationId: number,
  { id, url, description, events, active, secret, ...made }: NewWebhook,
): Promise<void> {
  await sql`
    insert into webhooks (id, application_id, url, description, events, active, secret, created_by, created_at)
    overriding system value
    values (${id}, ${applicationId}, ${url}, ${description}, ${events}::text[], ${active}, ${secret}, ${made.created_by},
      ${made.created_at})`.execute(tx);
}

/** Saves what a person has decided: that it was switched off by itself, and how long it has failed, counts no more. */
export async function updateWebhook(tx: Tx, applicationId: number, id: number, settings: Settings): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ ...settings, off_reason: null, off_at: null, failing_since: null })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

/** Stores a new secret. The old one signs as well until `previousUntil`; null: no longer. */
export async function replaceSecret(
  tx: Tx,
  applicationId: number,
  id: number,
  { secret, previousUntil }: { secret: Buffer; previousUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set(({ ref }) => ({
      secret,
      previous_secret: previousUntil === null ? null : ref('secret'),
      previous_until: previousUntil,
    }))
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export const listSecretsAfter = (tx: Tx, id: number, limit: number) =>
  tx
    .selectFrom('webhooks')
    .select(['id', 'secret', 'previous_secret', 'headers'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();

export async function setSecrets(
  tx: Tx,
  id: number,
  secrets: { secret: Buffer; previous_secret: Buffer | null; headers: Buffer | null },
): Promise<void> {
  await tx.updateTable('webhooks').set(secrets).where('id', '=', id).execute();
}

/** Webhooks that were switched off by themselves, of all applications, until a person has seen to them. */
export const listSwitchedOff = (tx: Tx) =>
  tx
    .selectFrom('webhooks')
    .select(['id', 'application_id', 'url', 'off_at'])
    .select(sql<'gone' | 'failing'>`off_reason`.as('off_reason'))
    .where('off_at', 'is not', null)
    .orderBy('id')
    .execute();
