import { MultiSelect, Select } from '@mantine/core';
import type { ReactNode } from 'react';

interface Choice {
  id: number;
  title: string;
}

interface RecordSelectProps {
  label: string;
  placeholder: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  choices: readonly Choice[];
}

const asOptions = (choices: readonly Choice[]) => choices.map(({ id, title }) => ({ value: String(id), label: title }));

/** One record of a few, found by typing. */
export function RecordSelect({
  choices,
  value,
  onChange,
  required = false,
  ...input
}: RecordSelectProps & { value: number | null; onChange: (id: number | null) => void }) {
  return (
    <Select
      {...input}
      required={required}
      searchable
      clearable={!required}
      data={asOptions(choices)}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

/** Several records. */
export function RecordMultiSelect({
  choices,
  value,
  onChange,
  placeholder,
  ...input
}: RecordSelectProps & { value: readonly number[]; onChange: (ids: number[]) => void }) {
  return (
    <MultiSelect
      {...input}
      searchable
      placeholder={value.length === 0 ? placeholder : ''}
      data={asOptions(choices)}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
