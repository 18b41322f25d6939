import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { categories } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { RecordSelect } from './record-select.tsx';

interface CategorySelectProps {
  value: number | null;
  onChange: (id: number | null) => void;
  description?: string;
  error?: ReactNode;
}

/** Lets somebody choose the category of a question. A question must have one, so the choice cannot be cleared. */
export function CategorySelect(props: CategorySelectProps) {
  const { t } = useTranslation();
  const { data } = useQuery(ask(categories.listCategories, { query: { paginate: '0' } }));
  return (
    <RecordSelect
      {...props}
      label={t('picker.category')}
      placeholder={t('picker.select_category')}
      required
      choices={data?.data}
    />
  );
}
