import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { surveys } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'surveys',
  title: i18next.t('surveys:menu.surveys'),
  ...(mayCall(reader, surveys.listSurveys) && mayCall(reader, surveys.getSurvey)
    ? {
        find: async (term, signal) => {
          const { data } = await call(surveys.listSurveys, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: row.title,
            link: linkOptions({ to: '/surveys/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, surveys.createSurvey)
    ? { create: { id: 'create', title: i18next.t('surveys:create'), link: linkOptions({ to: '/surveys/create' }) } }
    : {}),
});
