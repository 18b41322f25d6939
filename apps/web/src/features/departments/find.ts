import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { departments } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'departments',
  title: i18next.t('departments:menu.departments'),
  ...(mayCall(reader, departments.listDepartments) && mayCall(reader, departments.getDepartment)
    ? {
        find: async (term, signal) => {
          const { data } = await call(departments.listDepartments, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.title,
            link: linkOptions({ to: '/departments/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, departments.createDepartment)
    ? {
        create: {
          id: 'create',
          title: i18next.t('departments:create'),
          link: linkOptions({ to: '/departments/create' }),
        },
      }
    : {}),
});
