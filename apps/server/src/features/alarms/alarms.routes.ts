import { alarms } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { announce } from '../../platform/live.ts';
import { defineMeasured } from '../../platform/metrics.ts';
import { systemScope, type Scope } from '../../platform/scope.ts';
import { acknowledgeAlarm, countOpenAlarms, getAlarm, listAlarms, type AlarmReader } from './alarms.queries.ts';

const readerOf = (scope: Scope, session: Session): AlarmReader => ({ scope, isSuperuser: session.super_user === 1 });

/**
 * Alarms of the system belong to no application, so these transactions see all, and the queries decide what is shown.
 */
export function alarmRoutes(routes: Routes, ctx: Context): void {
  route(routes, alarms.listAlarms, ({ tx, scope, session, query }) => listAlarms(tx, readerOf(scope, session), query), {
    seesAll: true,
  });
  route(
    routes,
    alarms.updateAlarm,
    async ({ tx, scope, session, params }) => {
      const reader = readerOf(scope, session);
      const { application_id } = await getAlarm(tx, reader, params.id);
      await acknowledgeAlarm(tx, params.id, scope.userId, ctx.clock());
      await announce(tx, application_id, ['alarms']);
      return { data: await getAlarm(tx, reader, params.id) };
    },
    { seesAll: true },
  );
  defineMeasured({
    name: 'alarms_open',
    help: 'Alarms whose problem is still there, of all applications and of the system',
    read: () => ctx.db.transaction(systemScope('every application'), countOpenAlarms),
  });
}
