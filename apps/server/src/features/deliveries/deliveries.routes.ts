import { deliveries } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Conflict } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { getDelivery, listDeliveries, rescheduleFailed } from './deliveries.queries.ts';
import { sendDeliveryJob } from './plan-deliveries.ts';
import { feedbackLink } from './send-delivery.ts';

type Row = Awaited<ReturnType<typeof getDelivery>>;

export function deliveryRoutes(routes: Routes, house: Context): void {
  /**
   * A link is somebody's key: it is shown where nothing leaves the house (the outbox), and nowhere else.
   */
  function withLink<R extends Row>({ public_id, answered_at, withdrawn_at, ...row }: R) {
    const usable = public_id !== null && row.gateway === 'outbox' && !answered_at && !withdrawn_at;
    const link = usable ? feedbackLink(house, public_id) : null;
    return { ...row, link, text: link ? row.text.replaceAll('{{link}}', link) : row.text } as never;
  }

  route(routes, deliveries.listDeliveries, async ({ tx, scope, query }) => {
    const page = await listDeliveries(tx, scope, query);
    return { ...page, data: page.data.map(withLink) };
  });

  route(routes, deliveries.retryDelivery, async ({ tx, scope, params }) => {
    await getDelivery(tx, scope, params.id);
    const now = house.clock();
    if (!(await rescheduleFailed(tx, scope, params.id, now)))
      throw new Conflict('Only a failed delivery can be tried again.');
    await enqueue(tx, [sendDeliveryJob(scope.applicationId as number, params.id, now)]);
    return { data: withLink(await getDelivery(tx, scope, params.id)) };
  });
}
