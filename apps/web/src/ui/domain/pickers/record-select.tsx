import { MultiSelect, Select, type MultiSelectProps, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface RecordChoice {
  id: number;
  title: string;
}

interface RecordSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** Undefined while the records are being fetched. */
  choices: readonly RecordChoice[] | undefined;
  value: number | null | undefined;
  onChange: (id: number | null) => void;
}

interface RecordMultiSelectProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  choices: readonly RecordChoice[] | undefined;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

const asOptions = (choices: readonly RecordChoice[] = []) =>
  choices.map(({ id, title }) => ({ value: String(id), label: title }));

/** Lets somebody choose one record of a short list, which is searched by typing. */
export function RecordSelect({ choices, value, onChange, ...props }: RecordSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      searchable
      nothingFoundMessage={t('select.nothing')}
      disabled={choices === undefined}
      {...props}
      data={asOptions(choices)}
      value={value ? String(value) : null}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

/** Lets somebody choose several records of a short list. */
export function RecordMultiSelect({ choices, value, onChange, placeholder = '', ...props }: RecordMultiSelectProps) {
  const { t } = useTranslation();
  return (
    <MultiSelect
      searchable
      nothingFoundMessage={t('select.nothing')}
      disabled={choices === undefined}
      {...props}
      placeholder={value.length === 0 ? placeholder : ''}
      data={asOptions(choices)}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

export function SurveySelect(props: RecordSelectProps) {
  const { t } = useTranslation();
  return <RecordSelect placeholder={t('select.survey')} {...props} />;
}
