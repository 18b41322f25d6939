import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { apiKeys } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'api_keys',
  title: i18next.t('api_keys:menu.api_keys'),
  ...(mayCall(reader, apiKeys.listApiKeys)
    ? {
        find: async (term, signal) => {
          const { data } = await call(apiKeys.listApiKeys, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.name,
            link: linkOptions({ to: '/api-keys/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, apiKeys.createApiKey)
    ? { create: { id: 'create', title: i18next.t('api_keys:create'), link: linkOptions({ to: '/api-keys/create' }) } }
    : {}),
});
