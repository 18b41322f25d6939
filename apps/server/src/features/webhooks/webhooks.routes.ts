import { webhooks } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, sessionRoute, type Routes } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import type { Scope } from '../../platform/scope.ts';
import { changeWebhook, makeWebhook, rotateSecret } from './save-webhook.ts';
import { sendWebhooksJob } from './send-webhooks.ts';
import { tryWebhook } from './try-webhook.ts';
import { getEvent, listEvents, replayEvent, replayFailed } from './webhook-events.queries.ts';
import { deleteWebhook, getWebhook, listWebhooks, lockWebhook, type WebhookRecord } from './webhooks.queries.ts';

const COLUMNS = {
  id: (row: WebhookRecord) => row.id,
  url: (row: WebhookRecord) => row.url,
  description: (row: WebhookRecord) => row.description,
  events: (row: WebhookRecord) => row.events.join(' '),
  topic: (row: WebhookRecord) => row.topic,
  active: (row: WebhookRecord) => row.active,
  off_reason: (row: WebhookRecord) => row.off_reason,
  off_at: (row: WebhookRecord) => row.off_at,
  failing_since: (row: WebhookRecord) => row.failing_since,
  waiting: (row: WebhookRecord) => row.waiting,
  failed: (row: WebhookRecord) => row.failed,
  created_by: (row: WebhookRecord) => row.created_by?.name,
  created_at: (row: WebhookRecord) => row.created_at,
};

/** What the audit keeps of a webhook. */
const settingsOf = ({ url, description, events, active }: WebhookRecord) => ({ url, description, events, active });

/** The calls by which people make, change and try webhooks, and see what was sent. */
export function webhookRoutes(routes: Routes, ctx: Context): void {
  route(routes, webhooks.listWebhooks, ({ tx, scope, query }) =>
    listWebhooks(tx, scope.applicationId, query, ctx.clock()),
  );
  csvRoute(routes, webhooks.listWebhooks, COLUMNS, ({ tx, scope, query }) =>
    listWebhooks(tx, scope.applicationId, query, ctx.clock()),
  );

  route(routes, webhooks.getWebhook, async ({ tx, scope, params }) => ({
    data: await getWebhook(tx, scope.applicationId, params.id, ctx.clock()),
  }));

  route(routes, webhooks.createWebhook, async ({ tx, session, scope, body, note }) => {
    refuseSomeWards(scope);
    const { secret, ...made } = await makeWebhook(tx, ctx, { session, scope }, body.webhook);
    note.changed({}, settingsOf(made));
    return { data: { ...made, secret } };
  });

  route(routes, webhooks.updateWebhook, async ({ tx, scope, params, body, note }) => {
    refuseSomeWards(scope);
    const { version, ...changes } = body.webhook;
    const stored = await lockWebhook(tx, scope.applicationId, params.id, ctx.clock());
    checkVersion(stored.version, version);
    const changed = await changeWebhook(tx, ctx, scope.applicationId, stored, changes);
    note.changed(settingsOf(stored), settingsOf(changed));
    return { data: changed };
  });

  route(
    routes,
    webhooks.deleteWebhook,
    async ({ tx, scope, params, note }) => {
      refuseSomeWards(scope);
      const stored = await lockWebhook(tx, scope.applicationId, params.id, ctx.clock());
      await deleteWebhook(tx, scope.applicationId, params.id);
      note.changed(settingsOf(stored), {});
      return { data: { id: params.id } };
    },
    { versionOf: 'webhooks' },
  );

  route(routes, webhooks.rotateWebhook, async ({ tx, scope, params, body, note }) => {
    refuseSomeWards(scope);
    const { overlap_hours: overlapHours } = body.webhook;
    await lockWebhook(tx, scope.applicationId, params.id, ctx.clock());
    const rotated = await rotateSecret(tx, ctx, scope.applicationId, params.id, overlapHours);
    note.changed({ overlap_hours: null }, { overlap_hours: overlapHours });
    return { data: rotated };
  });

  sessionRoute(routes, webhooks.testWebhook, async ({ scope, params }) => {
    refuseSomeWards(scope);
    return { data: await tryWebhook(ctx, scope, params.id) };
  });

  route(routes, webhooks.listWebhookEvents, async ({ tx, scope, params, query }) => {
    refuseSomeWards(scope);
    await getWebhook(tx, scope.applicationId, params.id, ctx.clock());
    return listEvents(tx, scope.applicationId, params.id, query);
  });

  route(routes, webhooks.replayWebhookEvent, async ({ tx, scope, params }) => {
    refuseSomeWards(scope);
    const { id, eventId } = params;
    refuseOff(await lockWebhook(tx, scope.applicationId, id, ctx.clock()));
    const { type } = await getEvent(tx, scope.applicationId, id, eventId);
    if (type === webhooks.TEST_EVENT) throw new Conflict('A test is sent once. Send another one.');
    await replayEvent(tx, scope.applicationId, id, eventId, ctx.clock());
    await enqueue(tx, [sendWebhooksJob()]);
    await announce(tx, scope.applicationId, ['webhooks']);
    return { data: await getEvent(tx, scope.applicationId, id, eventId) };
  });

  route(routes, webhooks.replayWebhook, async ({ tx, scope, params, body, note }) => {
    refuseSomeWards(scope);
    refuseOff(await lockWebhook(tx, scope.applicationId, params.id, ctx.clock()));
    const since = new Date(body.webhook.since);
    const events = await replayFailed(tx, scope.applicationId, params.id, since, webhooks.TEST_EVENT);
    await enqueue(tx, [sendWebhooksJob()]);
    await announce(tx, scope.applicationId, ['webhooks']);
    note.changed({ replayed: null }, { replayed: events });
    return { data: { events } };
  });
}

/** A webhook is told of every ward, so whoever sees some of them neither decides about it nor reads what was sent. */
export function refuseSomeWards({ locations }: Scope): void {
  if (locations.length > 0)
    throw new Forbidden('A webhook is told of all wards, and you see some of them. Ask somebody who sees all.');
}

function refuseOff({ active }: WebhookRecord): void {
  if (!active) throw new Conflict('This webhook is off. Switch it on first.');
}
