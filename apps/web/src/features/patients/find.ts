import { linkOptions } from '@tanstack/react-router';
import i18next from 'i18next';
import { patients } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { MAX_FOUND, mayCall, type SliceFind } from '../../ui/domain/find-source.ts';

export const find: SliceFind = (reader) => ({
  name: 'patients',
  title: i18next.t('patients:menu.patients'),
  ...(mayCall(reader, patients.listPatients) && mayCall(reader, patients.getPatient)
    ? {
        find: async (term, signal) => {
          const { data } = await call(patients.listPatients, { query: { term, per_page: MAX_FOUND } }, signal);
          return data.map((row) => ({
            id: String(row.id),
            title: [row.family_name, row.given_name].filter(Boolean).join(', ') || i18next.t('common:unknown_patient'),
            detail: [row.identifier, row.birth_date].filter(Boolean).join(' · '),
            link: linkOptions({ to: '/patients/$id', params: { id: String(row.id) } }),
          }));
        },
      }
    : {}),
});
