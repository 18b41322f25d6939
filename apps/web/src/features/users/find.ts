import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { users } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'users',
  title: i18next.t('users:menu.users'),
  ...(mayCall(reader, users.listUsers) && mayCall(reader, users.getUser)
    ? {
        find: async (term, signal) => {
          const { data } = await call(users.listUsers, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.name,
            detail: row.email,
            link: linkOptions({ to: '/users/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, users.createUser)
    ? { create: { id: 'create', title: i18next.t('users:create'), link: linkOptions({ to: '/users/create' }) } }
    : {}),
});
