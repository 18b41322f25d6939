import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { roles } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'roles',
  title: i18next.t('roles:menu.roles'),
  ...(mayCall(reader, roles.listRoles) && mayCall(reader, roles.getRole)
    ? {
        find: async (term, signal) => {
          const { data } = await call(roles.listRoles, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: inOwnWords(row.name),
            link: linkOptions({ to: '/roles/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, roles.createRole)
    ? { create: { id: 'create', title: i18next.t('roles:create'), link: linkOptions({ to: '/roles/create' }) } }
    : {}),
});
