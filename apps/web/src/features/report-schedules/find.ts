import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { reportPacks } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'report_schedules',
  title: i18next.t('report_schedules:title'),
  ...(mayCall(reader, reportPacks.listReportSchedules)
    ? {
        find: async (term, signal) => {
          const { data } = await call(
            reportPacks.listReportSchedules,
            { query: { term, per_page: MAX_FOUND } },
            signal,
          );
          return data.map((row) => ({
            id: String(row.id),
            title: row.title,
            link: linkOptions({ to: '/reports/by_email/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
  ...(mayCall(reader, reportPacks.createReportSchedule)
    ? {
        create: {
          id: 'create',
          title: i18next.t('report_schedules:create'),
          link: linkOptions({ to: '/reports/by_email/create' }),
        },
      }
    : {}),
});
