import type { deliveries } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { NotFound } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { maskAddress } from './mask-address.ts';
import type { Address, Decision, Wording } from './opt-out.ts';
import { deleteOwnOptOut, getSenderName, hasOptedOut, insertOptOut } from './opt-outs.queries.ts';
import { readUnsubscribeToken } from './unsubscribe-link.ts';

export type UnsubscribeWish = 'look' | 'stop' | 'start';

/** How the wish was expressed. The ledger of consent keeps it. */
export interface UnsubscribeWay {
  /** The button of the mail program was pressed, and our page was not seen. */
  isOneClick: boolean;
  /** The words of the page that was answered; null when it is not certain which were shown. */
  shown: Wording | null;
}

const BY_API: UnsubscribeWay = { isOneClick: false, shown: null };

/** Opts the recipient out of e-mails by the link in the footer. */
export async function unsubscribe(
  ctx: Context,
  token: string,
  wish: UnsubscribeWish,
  { isOneClick, shown }: UnsubscribeWay = BY_API,
): Promise<deliveries.UnsubscribeState & { language: string | null }> {
  const key = readUnsubscribeToken(ctx.keys, token);
  if (!key) throw new NotFound('This link');
  return ctx.db.transaction(systemScope('credential'), async (tx) => {
    const sent = await tx
      .selectFrom('deliveries as d')
      .leftJoin('invitations as i', 'i.id', 'd.invitation_id')
      .select(['d.application_id', 'd.channel', 'd.recipient', 'd.patient_id', 'd.contact_id', 'i.language'])
      .$narrowType<{ channel: deliveries.Channel }>()
      .where('d.idempotency_key', '=', key)
      .executeTakeFirst();
    if (!sent?.recipient || sent.channel === 'push') throw new NotFound('This link');
    const address: Address = {
      applicationId: sent.application_id,
      channel: sent.channel,
      address: sent.recipient,
    };
    const decision: Decision = {
      source: isOneClick ? 'one_click' : 'unsubscribe',
      patientId: sent.patient_id,
      contactId: sent.contact_id,
      shown,
    };
    if (wish === 'stop') await insertOptOut(tx, address, decision);
    if (wish === 'start') await deleteOwnOptOut(tx, address, decision);
    return {
      channel: address.channel,
      address: maskAddress(address.address),
      hospital: await getSenderName(tx, address.applicationId),
      opted_out: await hasOptedOut(tx, address),
      language: sent.language,
    };
  });
}
