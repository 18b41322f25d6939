import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { webhooks } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'webhooks',
  title: i18next.t('webhooks:menu.webhooks'),
  ...(mayCall(reader, webhooks.listWebhooks)
    ? {
        find: async (term, signal) => {
          const { data } = await call(webhooks.listWebhooks, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.description || row.url,
            link: linkOptions({ to: '/webhooks/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, webhooks.createWebhook)
    ? { create: { id: 'create', title: i18next.t('webhooks:create'), link: linkOptions({ to: '/webhooks/create' }) } }
    : {}),
});
