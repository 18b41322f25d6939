import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { pathways } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'pathways',
  title: i18next.t('pathways:title'),
  ...(mayCall(reader, pathways.listPathways)
    ? {
        find: async (term, signal) => {
          const { data } = await call(pathways.listPathways, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.title,
            link: linkOptions({ to: '/pathways/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, pathways.createPathway)
    ? {
        create: {
          id: 'create',
          title: i18next.t('pathways:create'),
          link: linkOptions({ to: '/pathways/create' }),
        },
      }
    : {}),
});
