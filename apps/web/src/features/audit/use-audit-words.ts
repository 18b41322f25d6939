import { useTranslation } from 'react-i18next';
import type { audit } from '@wardvoice/contract';
import { inOwnWords } from '../../api/sentences.ts';
import { listed } from '../../ui/kit/formats.ts';
import texts from './en.json';

type Entry = audit.AuditEntry;

/** Returns the words for an audit entry. A name that has no word is shown as it is. */
export function useAuditWords() {
  const { t, i18n } = useTranslation('audit');
  const plain = (name: string) => name.replaceAll(/[_-]/g, ' ');
  const word = (group: 'action' | 'type' | 'filtered_by', name: string): string =>
    i18n.t(`audit:${group}.${name}`, { defaultValue: plain(name) });
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('nothing');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const options = (group: 'action' | 'type') =>
    Object.keys(texts[group])
      .map((name) => ({ value: name, label: word(group, name) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  return {
    actions: options('action'),
    types: options('type'),
    who({ user_name, details: { as } }: Entry): string {
      return as?.api_key ? t('api_key', { name: as.api_key.name }) : (user_name ?? t('nobody'));
    },
    /** Role and wards that the person had then; empty where none are known. */
    actedAs({ details: { as } }: Entry): string {
      const role = as?.superuser ? t('superuser') : as?.role && inOwnWords(as.role);
      return [role ?? [], (as?.wards && listed(as.wards)) ?? []].flat().join(' · ');
    },
    action: (entry: Entry): string => word('action', entry.action),
    record: (entry: Entry): string =>
      entry.record_id === null
        ? word('type', entry.record_type)
        : t(entry.record_name === null ? 'record' : 'record_named', {
            type: word('type', entry.record_type),
            id: entry.record_id,
            name: entry.record_name,
          }),
    details({ details: { changes, count, filters, fields }, patient_ids }: Entry): string {
      const told = changes
        ? Object.entries(changes).map(([field, { from, to }]) =>
            t('change', { field: plain(field), from: shown(from), to: shown(to) }),
          )
        : fields
          ? [t('fields', { names: listed(fields.map(plain)) })]
          : [];
      return [
        ...told,
        ...(count === undefined ? [] : [t('rows', { count })]),
        ...(patient_ids.length > 0 ? [t('patients', { count: patient_ids.length })] : []),
        ...(filters ? [t('filters', { names: listed(filters.map((name) => word('filtered_by', name))) })] : []),
      ].join(' · ');
    },
  };
}
