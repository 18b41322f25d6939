import { Group, MultiSelect, NumberInput, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailingLists } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { FormSection } from '../../ui/kit/form.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import type { ListFormValues } from './list-form-values.ts';

const EVENTS = ['A01', 'A02', 'A03', 'A04'];
const WORDS = ['location', 'hospital_service'] as const;

/** Fields for the rules of a dynamic list. */
export function RuleFields({ form }: { form: UseFormReturnType<ListFormValues> }) {
  const { t } = useTranslation('mailing_lists');
  const { eventName, patientClass, sex: sexName } = useTerms();
  const { data: choices } = useQuery(ask(mailingLists.listRuleChoices, {}));
  const { rules } = form.values.mailing_list;
  const path = (name: keyof mailingLists.ListRules) => `mailing_list.rules.${name}` as const;
  const withChosen = (known: readonly string[] = [], chosen: readonly string[] = []) => [
    ...new Set([...known, ...chosen]),
  ];
  const several = (
    name: 'event' | 'patient_class' | 'sex',
    known: readonly string[],
    label: (code: string) => string,
  ) => (
    <MultiSelect
      label={t(`rules.${name}`)}
      placeholder={rules[name]?.length ? '' : t('rules.any')}
      data={withChosen(known, rules[name]).map((value) => ({ value, label: label(value) }))}
      {...form.getInputProps(path(name))}
      value={[...(rules[name] ?? [])]}
      onChange={(values) => form.setFieldValue(path(name), values)}
    />
  );
  const number = (name: 'age_from' | 'age_to' | 'last_days', min: number, max: number) => (
    <NumberInput
      label={t(`rules.${name}`)}
      min={min}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      style={{ flex: 1, minWidth: 110 }}
      {...form.getInputProps(path(name))}
      value={rules[name] ?? ''}
      onChange={(value) => form.setFieldValue(path(name), value === '' ? null : Number(value))}
    />
  );
  return (
    <FormSection title={t('rules.title')} text={t('rules.text')}>
      {several('event', EVENTS, eventName)}
      {WORDS.map((name) => (
        <TagsInput
          key={name}
          label={t(`rules.${name}`)}
          placeholder={rules[name]?.length ? '' : t('rules.any')}
          data={choices?.data[name] ?? []}
          {...form.getInputProps(path(name))}
          value={[...(rules[name] ?? [])]}
          onChange={(values) => form.setFieldValue(path(name), values)}
        />
      ))}
      {several('patient_class', choices?.data.patient_class ?? [], (code) => patientClass(code) ?? code)}
      {several('sex', choices?.data.sex ?? [], (code) => sexName(code) ?? code)}
      <Group align="flex-start" gap={12}>
        {number('age_from', 0, 130)}
        {number('age_to', 0, 130)}
        {number('last_days', 1, 730)}
      </Group>
    </FormSection>
  );
}
