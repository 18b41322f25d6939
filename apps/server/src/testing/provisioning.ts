import { randomBytes } from 'node:crypto';
import type { Tx } from '../platform/db/database.ts';

/** Inserts a token of an identity provider that may give a role, and a person whom it has put into that role's group. */
export async function insertProvisioning(
  tx: Tx,
  application_id: number,
  { roleId, userId }: { roleId: number; userId: number },
): Promise<number> {
  const own = { application_id };
  const { id } = await tx
    .insertInto('scim_tokens')
    .values({
      ...own,
      name: 'Directory',
      token_hash: randomBytes(32),
      created_at: new Date(0),
      expires_at: new Date('2999-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('scim_token_roles')
    .values({ ...own, token_id: id, role_id: roleId })
    .execute();
  await tx
    .insertInto('scim_people')
    .values({ ...own, user_id: userId, external_id: 'of-directory', updated_at: new Date(0) })
    .execute();
  await tx
    .insertInto('scim_memberships')
    .values({ ...own, user_id: userId, role_id: roleId })
    .execute();
  await tx
    .insertInto('scim_groups')
    .values({ ...own, role_id: roleId, external_id: 'group-of-directory' })
    .execute();
  return id;
}

/** Inserts an API key that somebody made and a program has used, with a token that it was given for an assertion. */
export async function insertApiKey(tx: Tx, application_id: number, userId: number): Promise<number> {
  const { id } = await tx
    .insertInto('api_keys')
    .values({
      application_id,
      name: 'Warehouse',
      prefix: 'wvk_example0',
      key_hash: randomBytes(32),
      permissions: ['messages.list'],
      created_by: userId,
      created_at: new Date(0),
      expires_at: new Date('2999-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('api_key_uses')
    .values({
      application_id,
      api_key_id: id,
      last_used_at: new Date(0),
      last_used_from: '10.0.0.1',
      minute: new Date(0),
      calls: 1,
    })
    .execute();
  const own = { application_id, api_key_id: id, expires_at: new Date('2999-01-01') };
  await tx
    .insertInto('api_key_tokens')
    .values({ ...own, token_hash: randomBytes(32), permissions: ['messages.list'], issued_at: new Date(0) })
    .execute();
  await tx
    .insertInto('api_key_assertions')
    .values({ ...own, jti_hash: randomBytes(32) })
    .execute();
  return id;
}

/** A subscription that a program has made by FHIR, whose endpoint has not accepted it yet. */
export async function insertSubscription(tx: Tx, application_id: number): Promise<number> {
  const { id } = await tx
    .insertInto('webhooks')
    .values({
      application_id,
      url: 'https://receiver.example/fhir',
      events: ['survey.answered'],
      topic: 'answered',
      payload: 'id-only',
      secret: randomBytes(32),
      created_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('subscription_counters').values({ application_id, webhook_id: id }).execute();
  return id;
}

/** Inserts a webhook, with an event that was given up. */
export async function insertWebhook(
  tx: Tx,
  application_id: number,
  userId: number,
): Promise<{ webhookId: number; webhookEventId: number }> {
  const { id: webhookId } = await tx
    .insertInto('webhooks')
    .values({
      application_id,
      url: 'https://receiver.example/hook',
      events: ['case.opened'],
      secret: randomBytes(32),
      created_by: userId,
      created_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: webhookEventId } = await tx
    .insertInto('webhook_events')
    .values({
      application_id,
      webhook_id: webhookId,
      type: 'case.opened',
      data: JSON.stringify({ case_id: 1 }),
      happened_at: new Date(0),
      state: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { webhookId, webhookEventId };
}

/** Inserts the public page of a ward, with an entry. */
export async function insertWardPage(
  tx: Tx,
  application_id: number,
  location: string,
): Promise<{ wardPageId: number; wardPageEntryId: number }> {
  const { id: page_id } = await tx
    .insertInto('ward_pages')
    .values({
      application_id,
      location,
      public_id: String(application_id).padStart(16, '0'),
      title: 'You said, we did',
      language: 'en',
      created_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: wardPageEntryId } = await tx
    .insertInto('ward_page_entries')
    .values({
      application_id,
      page_id,
      said: 'The ward is loud at night.',
      did: 'The doors close softly now.',
      done_on: '2026-01-31',
      published_at: new Date(0),
      created_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { wardPageId: page_id, wardPageEntryId };
}

/** Inserts a destination that is paused, with a message in its queue. */
export async function insertDestination(
  tx: Tx,
  application_id: number,
  message_id: number,
): Promise<{ destinationId: number; queuedId: number }> {
  const { id: destinationId } = await tx
    .insertInto('destinations')
    .values({
      application_id,
      name: 'Laboratory',
      host: '127.0.0.1',
      port: 1,
      tls: false,
      answer_seconds: 1,
      on_error: 'stop',
      active: false,
      created_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: queuedId } = await tx
    .insertInto('destination_messages')
    .values({ application_id, destination_id: destinationId, message_id, queued_at: new Date(0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { destinationId, queuedId };
}

/** Inserts a report that is sent to somebody each month, and one that was sent. */
export async function insertReportSchedule(tx: Tx, application_id: number, user_id: number): Promise<number> {
  const { id: schedule_id } = await tx
    .insertInto('report_schedules')
    .values({ application_id, title: 'Board pack', rhythm: 'month', next_on: '2999-01-01', created_at: new Date(0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('report_readers').values({ application_id, schedule_id, user_id }).execute();
  await tx
    .insertInto('report_sendings')
    .values({
      application_id,
      schedule_id,
      user_id,
      from_day: '2026-01-01',
      to_day: '2026-01-31',
      is_due: true,
      state: 'sent',
      created_at: new Date(0),
      sent_at: new Date(0),
    })
    .execute();
  return schedule_id;
}
