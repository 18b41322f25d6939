import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { departments } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { RecordSelect } from './record-select.tsx';

interface DepartmentSelectProps {
  value: number | null;
  onChange: (id: number | null) => void;
  description?: string;
  error?: ReactNode;
}

/** Lets somebody choose a department, or none. */
export function DepartmentSelect(props: DepartmentSelectProps) {
  const { t } = useTranslation();
  const { data } = useQuery(ask(departments.listDepartments, { query: { paginate: '0' } }));
  return (
    <RecordSelect
      {...props}
      label={t('picker.department')}
      placeholder={t('picker.select_department')}
      clearable
      choices={data?.data}
    />
  );
}
