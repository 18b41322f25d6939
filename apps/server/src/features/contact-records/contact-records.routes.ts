import { contacts } from '@wardvoice/contract';
import { route, type Routes } from '../../platform/http/route.ts';
import { getContact } from '../contacts/index.ts';
import { listContactHistory } from './contact-records.queries.ts';

/** The route for what was sent to a contact. */
export function contactRecordRoutes(routes: Routes): void {
  route(routes, contacts.listHistory, async ({ tx, scope, params, query }) =>
    listContactHistory(tx, scope, await getContact(tx, scope, params.id), query),
  );
}
