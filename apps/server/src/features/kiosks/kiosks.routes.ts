import { kiosks } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import { getListName } from '../feedback/index.ts';
import { readTablet, setKioskSecret } from './kiosk-cookies.ts';
import { listRunningKiosks, setEnded } from './kiosks.queries.ts';
import { startKiosk } from './start-kiosk.ts';

type Row = Awaited<ReturnType<typeof listRunningKiosks>>[number];
const COLUMNS = {
  id: (row: Row) => row.id,
  label: (row: Row) => row.label,
  survey: (row: Row) => row.survey_title,
  department: (row: Row) => row.department_title,
  location: (row: Row) => row.location,
  started_by: (row: Row) => row.started_by_name,
  started_at: (row: Row) => row.started_at,
  expires_at: (row: Row) => row.expires_at,
  answers: (row: Row) => row.answers_count,
  last_answer_at: (row: Row) => row.last_answer_at,
};

export function kioskRoutes(routes: Routes, ctx: Context): void {
  route(routes, kiosks.listKiosks, async ({ tx, scope, params }) => {
    await getListName(tx, scope.applicationId, params.id);
    return { data: await listRunningKiosks(tx, scope, params.id, ctx.clock()) };
  });

  // The list has no pages, because a hospital has some dozens of kiosks.
  csvRoute(routes, kiosks.listKiosks, COLUMNS, async ({ tx, scope, params }) => {
    await getListName(tx, scope.applicationId, params.id);
    return { data: await listRunningKiosks(tx, scope, params.id, ctx.clock()) };
  });

  route(
    routes,
    kiosks.startKiosk,
    async ({ tx, scope, session, params, body, request, reply, note }) => {
      const caller = { scope, session, tabletSecret: readTablet(ctx, request) };
      const { id, secret, seconds, ended } = await startKiosk(tx, ctx, caller, params.id, body.kiosk);
      note.changed({ ended_kiosk_ids: [] }, { ...body.kiosk, mailing_list_id: params.id, ended_kiosk_ids: ended });
      setKioskSecret(ctx, reply, secret, seconds);
      return { data: { id } };
    },
    // Starting a kiosk ends the session, which belongs to no application, so the transaction sees all.
    { seesAll: true },
  );

  route(routes, kiosks.endKiosk, async ({ tx, scope, params, note }) => {
    const label = await setEnded(tx, scope, params.id, params.kioskId, ctx.clock());
    note.changed({ label }, { label: null });
    await announce(tx, scope.applicationId, ['feedback']);
    return { data: { id: params.kioskId } };
  });
}
