import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { contacts } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'contacts',
  title: i18next.t('contacts:menu.contacts'),
  ...(mayCall(reader, contacts.listContacts) && mayCall(reader, contacts.getContact)
    ? {
        find: async (term, signal) => {
          const { data } = await call(contacts.listContacts, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.name,
            detail: [row.email, row.phone].filter(Boolean).join(' · '),
            link: linkOptions({ to: '/contacts/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, contacts.createContact)
    ? { create: { id: 'create', title: i18next.t('contacts:create'), link: linkOptions({ to: '/contacts/create' }) } }
    : {}),
});
