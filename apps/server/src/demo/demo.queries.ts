import { feedbackLink } from '../features/deliveries/index.ts';
import type { Context } from '../platform/context.ts';
import { SYSTEM_SCOPE } from '../platform/scope.ts';

/** Links that went into the outbox and that nobody has begun to answer (that would be you), newest first. */
export async function listUnansweredLinks(house: Context): Promise<string[]> {
  const rows = await house.db.transaction(SYSTEM_SCOPE, (tx) =>
    tx
      .selectFrom('invitations as i')
      .innerJoin('deliveries as d', 'd.invitation_id', 'i.id')
      .select('i.public_id')
      .where('d.state', '=', 'sent')
      .where('d.gateway', '=', 'outbox')
      .where('i.opened_at', 'is', null)
      .where('i.answered_at', 'is', null)
      .where('i.withdrawn_at', 'is', null)
      .orderBy('i.id', 'desc')
      .limit(50)
      .execute(),
  );
  return rows.map(({ public_id }) => feedbackLink(house, public_id));
}
