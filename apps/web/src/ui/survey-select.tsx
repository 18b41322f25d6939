import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface RecordChoice {
  id: number;
  title: string;
}

interface RecordSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  options: readonly RecordChoice[] | undefined;
  value: number | null | undefined;
  onChange: (id: number | null) => void;
}

/** One record of a list that fits on a screen, found by typing. */
function RecordSelect({ options, value, onChange, ...props }: RecordSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      searchable
      nothingFoundMessage={t('select.nothing')}
      disabled={options === undefined}
      {...props}
      data={(options ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value ? String(value) : null}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

export function SurveySelect(props: RecordSelectProps) {
  const { t } = useTranslation();
  return <RecordSelect placeholder={t('select.survey')} {...props} />;
}

export function ApplicationSelect(props: RecordSelectProps) {
  const { t } = useTranslation();
  return <RecordSelect placeholder={t('select.application')} {...props} />;
}
