import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { categories } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'categories',
  title: i18next.t('categories:menu.categories'),
  ...(mayCall(reader, categories.listCategories) && mayCall(reader, categories.getCategory)
    ? {
        find: async (term, signal) => {
          const { data } = await call(categories.listCategories, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.title,
            link: linkOptions({ to: '/categories/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, categories.createCategory)
    ? {
        create: {
          id: 'create',
          title: i18next.t('categories:create'),
          link: linkOptions({ to: '/categories/create' }),
        },
      }
    : {}),
});
