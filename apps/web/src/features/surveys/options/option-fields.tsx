import { NumberInput, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';

export type OptionValues = {
  option: { title: string; value: number | string | null; escalate: boolean; notify: boolean; version?: number };
};

export const EMPTY_OPTION: OptionValues['option'] = { title: '', value: '', escalate: false, notify: false };

export function OptionFields({ form }: { form: UseFormReturnType<OptionValues> }) {
  const { t } = useTranslation(['surveys', 'common']);
  const { value } = form.values.option;
  const doesNotCount = value === null;
  return (
    <>
      <TextInput
        label={t('common:record.title')}
        required
        maxLength={200}
        dir="auto"
        data-autofocus
        {...form.getInputProps('option.title')}
      />
      <NumberInput
        label={t('options.value')}
        description={t('options.value_help')}
        required={!doesNotCount}
        disabled={doesNotCount}
        allowDecimal={false}
        min={0}
        max={100}
        clampBehavior="none"
        {...form.getInputProps('option.value')}
        value={value ?? ''}
      />
      <Switch
        label={t('options.does_not_count')}
        description={t('options.does_not_count_help')}
        checked={doesNotCount}
        onChange={(event) => form.setFieldValue('option.value', event.currentTarget.checked ? null : '')}
      />
      <Switch
        label={t('options.escalate')}
        description={t('options.escalate_help')}
        {...form.getInputProps('option.escalate', { type: 'checkbox' })}
      />
      <Switch
        label={t('options.notify')}
        description={t('options.notify_help')}
        {...form.getInputProps('option.notify', { type: 'checkbox' })}
      />
    </>
  );
}

/** Makes the body of the call. An empty value is left out, for it is not 0; null says that the answer does not count. */
export const optionBody = ({ option }: OptionValues) => ({
  option: { ...option, value: valueOf(option) } as typeof option & { value: number | null },
});

function valueOf({ value }: OptionValues['option']): number | null | undefined {
  return value === '' ? undefined : value === null ? null : Number(value);
}
