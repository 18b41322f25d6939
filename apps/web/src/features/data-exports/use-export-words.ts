import { useTranslation } from 'react-i18next';
import type { dataExports } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';

type Row = dataExports.DataExport;

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Says of an export what it has, from when, and how large it is. */
export function useExportWords() {
  const { t } = useTranslation('data_exports');
  const { number, plainDate } = useFormats();
  return {
    title: ({ subject, format, with_comments }: Pick<Row, 'subject' | 'format' | 'with_comments'>): string =>
      t(with_comments && subject === 'answers' ? 'title_with_comments' : 'title_of', {
        subject: t(`subject.${subject}`),
        format: t(`format.${format}`),
      }),
    days({ from_day: from, to_day: to }: Pick<Row, 'from_day' | 'to_day'>): string {
      if (from !== null && to !== null) return t('days.between', { from: plainDate(from), to: plainDate(to) });
      if (from !== null) return t('days.from', { from: plainDate(from) });
      return to === null ? t('days.all') : t('days.to', { to: plainDate(to) });
    },
    size(bytes: number | null): string {
      if (bytes === null) return '–';
      const place = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
      return number(bytes / 1000 ** place, {
        style: 'unit',
        unit: UNITS[place] ?? 'byte',
        maximumFractionDigits: place === 0 ? 0 : 1,
      });
    },
    who: ({ is_nightly, asked_by }: Pick<Row, 'is_nightly' | 'asked_by'>): string =>
      is_nightly ? t('nightly_mark') : (asked_by?.name ?? t('deleted_person')),
  };
}
