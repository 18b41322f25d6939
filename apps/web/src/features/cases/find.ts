import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { cases } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'cases',
  title: i18next.t('cases:menu.cases'),
  ...(mayCall(reader, cases.listCases) && mayCall(reader, cases.getCase)
    ? {
        find: async (term, signal) => {
          const { data } = await call(cases.listCases, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: [row.family_name, row.given_name].filter(Boolean).join(', ') || (row.contact_name ?? row.question),
            detail: [`#${row.id}`, i18next.t(`terms:case_state.${row.state}`), row.department_title]
              .filter(Boolean)
              .join(' · '),
            link: linkOptions({ to: '/cases/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
});
