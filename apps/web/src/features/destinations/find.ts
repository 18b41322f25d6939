import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { destinations } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'destinations',
  title: i18next.t('destinations:menu.destinations'),
  ...(mayCall(reader, destinations.listDestinations)
    ? {
        find: async (term, signal) => {
          const { data } = await call(destinations.listDestinations, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.name,
            link: linkOptions({ to: '/destinations/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, destinations.createDestination)
    ? {
        create: {
          id: 'create',
          title: i18next.t('destinations:create'),
          link: linkOptions({ to: '/destinations/create' }),
        },
      }
    : {}),
});
