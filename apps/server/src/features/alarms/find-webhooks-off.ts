import type { Tx } from '../../platform/db/database.ts';
import { listSwitchedOff } from '../webhooks/index.ts';
import type { Problem } from './problem.ts';

/**
 * Webhooks that were switched off by themselves. The alarm closes when somebody has saved the webhook, on or off, or deleted it. It
 * names the machine alone: a path may hold a token.
 */
export async function findWebhooksOff(tx: Tx): Promise<Problem[]> {
  const webhooks = await listSwitchedOff(tx);
  return webhooks.map(({ id, application_id, url, off_reason }) => ({
    application_id,
    problem: String(id),
    severity: 'critical',
    details: { receiver: new URL(url).host, reason: off_reason },
  }));
}
