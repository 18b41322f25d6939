import { deliveryCalendar, may } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { readCalendar } from './read-calendar.ts';

export function deliveryCalendarRoutes(routes: Routes, ctx: Context): void {
  route(routes, deliveryCalendar.getDeliveryCalendar, async ({ tx, scope, session, query }) => ({
    data: await readCalendar(tx, scope, {
      ...query,
      now: ctx.clock(),
      namesLists: may(session, 'broadcasts.list'),
    }),
  }));
}
