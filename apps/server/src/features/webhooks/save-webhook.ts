import { webhooks, type BodyOf } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { reserveIds } from '../../platform/db/reserve-ids.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { sendWebhooksJob } from './send-webhooks.ts';
import { forgetHeaders, requestHandshake } from './subscriptions/subscriptions.queries.ts';
import { newSecret } from './webhook-secret.ts';
import {
  countWebhooks,
  getWebhook,
  insertWebhook,
  replaceSecret,
  updateWebhook,
  type WebhookRecord,
} from './webhooks.queries.ts';

const MS_PER_HOUR = 3_600_000;

/** Makes a webhook, and returns it with its secret. */
export async function makeWebhook(
  tx: Tx,
  ctx: Context,
  { session, scope }: { session: PersonSession; scope: ApplicationScope },
  { url, description, events, active }: BodyOf<typeof webhooks.createWebhook>['webhook'],
) {
  const { applicationId } = scope;
  const now = ctx.clock();
  const { id, address } = await drawWebhook(tx, ctx, applicationId, url);
  const { shown, encrypted } = newSecret(ctx.keys, id);
  await insertWebhook(tx, applicationId, {
    id,
    url: address,
    description,
    events: [...new Set(events)],
    active,
    secret: encrypted,
    created_by: session.userId,
    created_at: now,
  });
  return { ...(await getWebhook(tx, applicationId, id, now)), secret: shown };
}

/** Returns the id of a new webhook, and its address as it is stored. Throws where the operator does not allow it, or there are too many. */
export async function drawWebhook(tx: Tx, ctx: Context, applicationId: number, url: string, field = 'url') {
  await lockFor(tx, `webhooks of application ${applicationId}`);
  if ((await countWebhooks(tx, applicationId)) >= webhooks.MAX_WEBHOOKS)
    throw new Conflict(`An organisation has at most ${webhooks.MAX_WEBHOOKS} webhooks. Delete one first.`);
  const address = allowedAddress(ctx, url, field);
  const [id] = await reserveIds(tx, 'webhooks', 1);
  if (id === undefined) throw new Error('no id was drawn');
  return { id, address };
}

/** Changes a webhook that the caller has locked. What waits is sent once it is on. */
export async function changeWebhook(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  stored: WebhookRecord,
  { url, description, events, active }: Omit<BodyOf<typeof webhooks.updateWebhook>['webhook'], 'version'>,
): Promise<WebhookRecord> {
  if (events && stored.topic !== null)
    throw new Invalid({ events: ['A FHIR Subscription has the events of its topic. Its program makes another one.'] });
  const settings = {
    // An address that is not changed may have been allowed by a setting of then.
    url: url === undefined || url === stored.url ? stored.url : allowedAddress(ctx, url),
    description: description ?? stored.description,
    events: events ? [...new Set(events)] : stored.events,
    active: active ?? stored.active,
  };
  await updateWebhook(tx, applicationId, stored.id, settings);
  if (stored.topic !== null) {
    const isElsewhere = settings.url !== stored.url;
    // Who can write an address must not come to see the token of the program there.
    if (isElsewhere) await forgetHeaders(tx, applicationId, stored.id);
    // Another receiver has to say that it wants to be told, and so has one that never said so.
    if (isElsewhere || (settings.active && !stored.active))
      await requestHandshake(tx, applicationId, stored.id, ctx.clock());
  }
  if (settings.active) await enqueue(tx, [sendWebhooksJob()]);
  return getWebhook(tx, applicationId, stored.id, ctx.clock());
}

/** Gives a webhook a new secret; the old one signs as well for so many hours more. */
export async function rotateSecret(tx: Tx, ctx: Context, applicationId: number, id: number, overlapHours: number) {
  const now = ctx.clock();
  const { shown, encrypted } = newSecret(ctx.keys, id);
  const previousUntil = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * MS_PER_HOUR);
  await replaceSecret(tx, applicationId, id, { secret: encrypted, previousUntil });
  return { ...(await getWebhook(tx, applicationId, id, now)), secret: shown };
}

/** Returns the address as it is stored. Throws Invalid where the operator does not allow it. */
function allowedAddress(ctx: Context, url: string, field = 'url'): string {
  const reason = ctx.gateways.push.whyNot(url);
  if (reason) throw new Invalid({ [field]: [reason] });
  return new URL(url).href;
}
