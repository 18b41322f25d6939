import { deliveries } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Conflict } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { publicRoute, route, type Routes } from '../../platform/http/route.ts';
import { unsubscribeLink, unsubscribe } from '../consent/index.ts';
import { feedbackLink, refuseWhileHeld, rescheduleDeliveries } from '../deliveries/index.ts';
import { getDelivery, listDeliveries } from './delivery-records.queries.ts';
import { readFunnel } from './funnel.queries.ts';

/** Per network address. Mail providers follow links from few addresses. */
const LINKS = { max: 300, timeWindow: 60_000 };

type Row = Awaited<ReturnType<typeof getDelivery>>;

const COLUMNS = {
  id: (row: Row) => row.id,
  created_at: (row: Row) => row.created_at,
  send_at: (row: Row) => row.send_at,
  sent_at: (row: Row) => row.sent_at,
  purpose: (row: Row) => row.purpose,
  channel: (row: Row) => row.channel,
  state: (row: Row) => row.state,
  reason: (row: Row) => row.reason,
  recipient: (row: Row) => row.recipient,
  family_name: (row: Row) => row.family_name,
  given_name: (row: Row) => row.given_name,
  contact_name: (row: Row) => row.contact_name,
  location: (row: Row) => row.location,
  survey_title: (row: Row) => row.survey_title,
  gateway: (row: Row) => row.gateway,
  attempts: (row: Row) => row.attempts,
  last_error: (row: Row) => row.last_error,
};

/** E-mails to patients that stayed in the outbox have an unsubscribe link. */
const hasUnsubscribeLink = ({ gateway, channel, purpose }: Pick<Row, 'gateway' | 'channel' | 'purpose'>): boolean =>
  gateway === 'outbox' && channel === 'email' && (purpose === 'survey' || purpose === 'message');

export function deliveryRecordRoutes(routes: Routes, ctx: Context): void {
  /** A link gives access to a survey, so it is shown only where nothing leaves the server (the outbox). */
  function withLink({ public_id, token_hash, answered_at, withdrawn_at, ...row }: Row) {
    const isUsable = row.gateway === 'outbox' && !answered_at && !withdrawn_at;
    const link = isUsable && public_id && token_hash ? feedbackLink(ctx, { public_id, token_hash }) : null;
    const unsubscribe_link = hasUnsubscribeLink(row) ? unsubscribeLink(ctx, row.idempotency_key) : null;
    return { ...row, link, unsubscribe_link, text: link ? row.text.replaceAll('{{link}}', link) : row.text };
  }

  route(routes, deliveries.listDeliveries, async ({ tx, scope, query }) => {
    const page = await listDeliveries(tx, scope, query);
    return { ...page, data: page.data.map(withLink) };
  });

  csvRoute(routes, deliveries.listDeliveries, COLUMNS, async ({ tx, scope, query }) =>
    listDeliveries(tx, scope, query),
  );

  route(routes, deliveries.getDeliveryFunnel, async ({ tx, scope, query }) => ({
    data: await readFunnel(tx, scope, query),
  }));

  route(routes, deliveries.retryDelivery, async ({ tx, scope, params }) => {
    const { broadcast_run_id } = await getDelivery(tx, scope, params.id);
    const { applicationId } = scope;
    await refuseWhileHeld(tx, applicationId, broadcast_run_id);
    if ((await rescheduleDeliveries(tx, applicationId, [params.id], ctx.clock())) === 0)
      throw new Conflict('Only a failed delivery can be tried again.');
    return { data: withLink(await getDelivery(tx, scope, params.id)) };
  });

  publicRoute(
    routes,
    deliveries.getUnsubscribe,
    async ({ params }) => ({ data: await unsubscribe(ctx, params.token, 'look') }),
    { rateLimit: LINKS },
  );

  publicRoute(
    routes,
    deliveries.unsubscribe,
    async ({ params, query }) => ({ data: await unsubscribe(ctx, params.token, query.undo ? 'start' : 'stop') }),
    { rateLimit: LINKS },
  );
}
