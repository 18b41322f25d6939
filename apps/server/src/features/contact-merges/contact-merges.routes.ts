import { contacts } from '@wardvoice/contract';
import { route, type Routes } from '../../platform/http/route.ts';
import { getContact } from '../contacts/index.ts';
import { mergeContacts } from './merge-contacts.ts';

export function contactMergeRoutes(routes: Routes): void {
  route(routes, contacts.mergeContacts, async ({ tx, scope, params, body }) => {
    await mergeContacts(tx, scope, params.id, body.merge.contact_id);
    return { data: await getContact(tx, scope, params.id) };
  });
}
