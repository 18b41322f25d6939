import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { mailingLists } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'mailing_lists',
  title: i18next.t('mailing_lists:menu.mailing_lists'),
  ...(mayCall(reader, mailingLists.listMailingLists) && mayCall(reader, mailingLists.getMailingList)
    ? {
        find: async (term, signal) => {
          const { data } = await call(mailingLists.listMailingLists, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.title ?? row.name,
            link: linkOptions({ to: '/mailingList/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, mailingLists.createMailingList)
    ? {
        create: {
          id: 'create',
          title: i18next.t('mailing_lists:create'),
          link: linkOptions({ to: '/mailingList/create' }),
        },
      }
    : {}),
});
