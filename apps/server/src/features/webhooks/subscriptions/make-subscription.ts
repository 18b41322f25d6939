import type { fhirSubscriptions, webhooks } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../platform/live.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { drawWebhook } from '../save-webhook.ts';
import { sendWebhooksJob } from '../send-webhooks.ts';
import { encryptHeaders, newSecret } from '../webhook-secret.ts';
import { insertSubscription, requestHandshake } from './subscriptions.queries.ts';

interface Wanted {
  url: string;
  description: string;
  topic: webhooks.Topic;
  payload: fhirSubscriptions.Payload;
  /** As `Name: value`. */
  headers: readonly string[];
}

/** Stores a subscription of a program, and asks its receiver whether it wants to be told. Returns its id. */
export async function makeSubscription(
  tx: Tx,
  ctx: Context,
  { applicationId, userId }: ApplicationScope,
  { url, headers, ...wanted }: Wanted,
): Promise<number> {
  const now = ctx.clock();
  const { id, address } = await drawWebhook(tx, ctx, applicationId, url, 'channel.endpoint');
  const { encrypted } = newSecret(ctx.keys, id);
  await insertSubscription(tx, applicationId, {
    ...wanted,
    id,
    url: address,
    secret: encrypted,
    headers: headers.length === 0 ? null : encryptHeaders(ctx.keys, id, headers),
    created_by: userId,
    created_at: now,
  });
  await requestHandshake(tx, applicationId, id, now);
  await enqueue(tx, [sendWebhooksJob()]);
  await announce(tx, applicationId, ['webhooks']);
  return id;
}
