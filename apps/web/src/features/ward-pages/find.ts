import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { wardPages } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'ward_pages',
  title: i18next.t('ward_pages:menu.ward_pages'),
  ...(mayCall(reader, wardPages.listWardPages)
    ? {
        find: async (term, signal) => {
          const { data } = await call(wardPages.listWardPages, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.title,
            link: linkOptions({ to: '/ward_pages/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, wardPages.createWardPage)
    ? {
        create: {
          id: 'create',
          title: i18next.t('ward_pages:create'),
          link: linkOptions({ to: '/ward_pages/create' }),
        },
      }
    : {}),
});
