import { kiosks } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import { getListName } from '../feedback/index.ts';
import { setKioskSecret } from './kiosk-cookies.ts';
import { listRunningKiosks, setEnded } from './kiosks.queries.ts';
import { startKiosk } from './start-kiosk.ts';

export function kioskRoutes(routes: Routes, house: Context): void {
  route(routes, kiosks.listKiosks, async ({ tx, scope, params }) => {
    await getListName(tx, scope.applicationId as number, params.id);
    return { data: await listRunningKiosks(tx, scope, params.id, house.clock()) };
  });

  route(
    routes,
    kiosks.startKiosk,
    async ({ tx, scope, session, params, body, reply, note }) => {
      const { id, secret, seconds } = await startKiosk(tx, house, { scope, session }, params.id, body.kiosk);
      note.changed({}, { ...body.kiosk, mailing_list_id: params.id });
      setKioskSecret(house, reply, secret, seconds);
      return { data: { id } };
    },
    // The session that ends with it belongs to no application.
    { seesAll: true },
  );

  route(routes, kiosks.endKiosk, async ({ tx, scope, params, note }) => {
    const label = await setEnded(tx, scope, params.id, params.kioskId, house.clock());
    note.changed({ label }, { label: null });
    await announce(tx, scope.applicationId as number, ['feedback']);
    return { data: { id: params.kioskId } };
  });
}
