import { contacts } from '@wardvoice/contract';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { deleteContact, getContact, getCountry, listContacts, lockContact } from './contacts.queries.ts';
import { findSameContacts, listDuplicates } from './duplicates.queries.ts';
import { readPhone } from './read-phone.ts';
import { createContact, saveContact } from './save-contact.ts';

type Row = Awaited<ReturnType<typeof listContacts>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  name: (row: Row) => row.name,
  email: (row: Row) => row.email,
  phone: (row: Row) => row.phone,
  language: (row: Row) => row.language,
  external_id: (row: Row) => row.external_id,
  email_opted_out: (row: Row) => (row.email_opted_out ? 1 : 0),
  sms_opted_out: (row: Row) => (row.sms_opted_out ? 1 : 0),
};

export function contactRoutes(routes: Routes): void {
  route(routes, contacts.listContacts, ({ tx, scope, query }) => listContacts(tx, scope, query));

  csvRoute(routes, contacts.listContacts, COLUMNS, ({ tx, scope, query }) => listContacts(tx, scope, query));

  route(routes, contacts.findSameContacts, async ({ tx, scope, query }) => {
    const phone = query.phone ? readPhone(query.phone, await getCountry(tx, scope.applicationId)) : null;
    const typed = { email: query.email || null, phone, external_id: query.external_id || null };
    return { data: await findSameContacts(tx, scope, typed, query.except_id ?? 0) };
  });

  route(routes, contacts.listDuplicates, async ({ tx, scope, query, note }) => {
    const page = await listDuplicates(tx, scope, query);
    for (const group of page.data) note.saw(group.contacts);
    return page;
  });

  route(
    routes,
    contacts.getContact,
    async ({ tx, scope, params }) => ({ data: await getContact(tx, scope, params.id) }),
    { showsFewPatients: true },
  );

  route(routes, contacts.createContact, async ({ tx, scope, body }) => {
    const id = await createContact(tx, scope, body.contact);
    return { data: await getContact(tx, scope, id) };
  });

  route(routes, contacts.updateContact, async ({ tx, scope, params, body }) => {
    await saveContact(tx, scope, params.id, body.contact);
    return { data: await getContact(tx, scope, params.id) };
  });

  route(
    routes,
    contacts.deleteContact,
    async ({ tx, scope, params }) => {
      await lockContact(tx, scope, params.id);
      await deleteContact(tx, scope, params.id);
      return { data: { id: params.id } };
    },
    { versionOf: 'contacts' },
  );
}
