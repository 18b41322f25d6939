import { fhirSubscriptions, webhooks } from '@wardvoice/contract';
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Invalid, NotFound } from '../../../platform/errors.ts';
import { route, type Routes } from '../../../platform/http/route.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { base, informed, searchset } from '../../fhir/index.ts';
import {
  deleteWebhook,
  listNumberedEvents,
  listSubscriptions,
  makeSubscription,
  notificationOf,
  refuseSomeWards,
  statusOf,
  type SubscriptionRow,
} from '../../webhooks/index.ts';
import { showSubscription } from './show-subscription.ts';

/**
 * Adds the calls of topic-based subscriptions (Subscriptions R5 Backport 1.1, for R4). A subscription is a webhook that a program has
 * made: the log, the attempts and the switching off are those of webhooks.
 */
export function subscriptionRoutes(routes: Routes, ctx: Context): void {
  const { publicUrl } = ctx;

  route(routes, fhirSubscriptions.searchSubscription, async ({ tx, scope }) => {
    const rows = await listSubscriptions(tx, scope.applicationId, null);
    return {
      ...searchset(
        publicUrl,
        'Subscription',
        rows.map((row) => showSubscription(row, publicUrl)),
      ),
    };
  });

  route(routes, fhirSubscriptions.readSubscription, async ({ tx, scope, params }) => ({
    ...showSubscription(await getSubscription(tx, scope, params.id), publicUrl),
  }));

  route(routes, fhirSubscriptions.createSubscription, async ({ tx, scope, body, reply, note }) => {
    refuseSomeWards(scope);
    const topic = fhirSubscriptions.topicOf(base(publicUrl), body.criteria);
    if (topic === null)
      throw new Invalid({ criteria: [`There is no such topic. The topics are ${topics(publicUrl)}.`] });
    const id = await makeSubscription(tx, ctx, scope, {
      url: body.channel.endpoint,
      description: body.reason,
      topic,
      payload: fhirSubscriptions.payloadOf(body),
      headers: body.channel.header ?? [],
    });
    const made = await getSubscription(tx, scope, id);
    note.recordId = id;
    note.changed({}, { url: made.url, description: made.description, topic });
    void reply.header('location', `${base(publicUrl)}/Subscription/${id}`);
    return { ...showSubscription(made, publicUrl) };
  });

  route(routes, fhirSubscriptions.deleteSubscription, async ({ tx, scope, params, note }) => {
    refuseSomeWards(scope);
    const { url, description, topic } = await getSubscription(tx, scope, params.id);
    await deleteWebhook(tx, scope.applicationId, params.id);
    note.changed({ url, description, topic }, {});
    return { ...informed('The subscription is deleted.') };
  });

  route(routes, fhirSubscriptions.getSubscriptionStatus, async ({ tx, scope, params }) => {
    const row = await getSubscription(tx, scope, params.id);
    return {
      ...searchset(publicUrl, 'Parameters', [{ ...statusOf(publicUrl, row, 'query-status'), id: String(row.id) }]),
    };
  });

  route(routes, fhirSubscriptions.getSubscriptionEvents, async ({ tx, scope, params, query }) => {
    refuseSomeWards(scope);
    const row = await getSubscription(tx, scope, params.id);
    const { eventsSinceNumber: since = 1, eventsUntilNumber: until = Number.MAX_SAFE_INTEGER } = query;
    const events = await listNumberedEvents(tx, scope.applicationId, row.id, {
      since,
      until,
      limit: fhirSubscriptions.MAX_EVENTS,
    });
    return { ...notificationOf(publicUrl, row, { id: randomUUID(), at: ctx.clock(), kind: 'query-event', events }) };
  });
}

/** Throws NotFound for a webhook that a person has made. */
async function getSubscription(tx: Tx, { applicationId }: ApplicationScope, id: number): Promise<SubscriptionRow> {
  const [found] = await listSubscriptions(tx, applicationId, id);
  if (!found) throw new NotFound('This Subscription');
  return found;
}

const topics = (publicUrl: string): string =>
  webhooks.TOPIC_NAMES.map((topic) => fhirSubscriptions.topicUrl(base(publicUrl), topic)).join(', ');
