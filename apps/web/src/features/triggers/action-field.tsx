import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pathways, triggers } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { RecordSelect, SurveySelect, type RecordChoice } from '../../ui/domain/pickers/record-select.tsx';
import type { TriggerFormState, TriggerValues } from './trigger-values.ts';
import { useDelayWords } from './use-trigger-words.ts';

/** The placeholders of a text as they are typed. */
const PLACEHOLDERS = triggers.TEXT_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');

interface ActionFieldProps {
  field: triggers.CatalogEntry['actions'][number]['fields'][number];
  form: TriggerFormState;
  surveys: readonly RecordChoice[];
}

interface PathwayFieldProps {
  label: string;
  error?: string;
  withAsterisk: boolean;
  value: number | null;
  onChange: (id: number | undefined) => void;
}

/** Lets somebody choose a pathway, which must have been made before. */
function PathwayField({ value, onChange, ...props }: PathwayFieldProps) {
  const { t } = useTranslation('triggers');
  const { data: all } = useQuery(ask(pathways.listPathways, { query: { paginate: '0' } }));
  return (
    <RecordSelect
      {...props}
      description={t('form.pathway_hint')}
      choices={all?.data}
      value={value}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

/** Draws a field by the type that the catalogue gives; an unknown type is a line of text. */
export function ActionField({ field, form, surveys }: ActionFieldProps) {
  const { t } = useTranslation('triggers');
  const delayWords = useDelayWords();
  const path = `trigger.config.${field.id}`;
  const { value, ...props }: { value?: unknown; error?: string } = form.getInputProps(path);
  const set = (next: string | number | undefined) => form.setFieldValue<TriggerValues, string>(path, next);
  const common = { ...props, label: field.title, withAsterisk: field.required };
  const text = typeof value === 'string' ? value : '';
  switch (field.type) {
    case 'survey':
      return (
        <SurveySelect
          {...common}
          choices={surveys}
          value={typeof value === 'number' ? value : null}
          clearable={!field.required}
          onChange={(id) => set(id ?? undefined)}
        />
      );
    case 'pathway':
      return <PathwayField {...common} value={typeof value === 'number' ? value : null} onChange={set} />;
    case 'minutes': {
      const minutes = typeof value === 'number' ? value : 0;
      return (
        <NumberInput
          {...common}
          value={minutes}
          min={0}
          max={525_600}
          allowDecimal={false}
          description={t('form.delay_hint', { delay: delayWords(minutes) })}
          onChange={(next) => set(next === '' ? 0 : Number(next))}
        />
      );
    }
    case 'percent':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          placeholder="100"
          min={1}
          max={100}
          suffix=" %"
          description={t('form.percent_hint')}
          onChange={(next) => set(next === '' ? undefined : Number(next))}
        />
      );
    case 'number':
    case 'quota':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          min={field.type === 'quota' ? 1 : 0}
          max={100_000}
          allowDecimal={false}
          description={field.type === 'quota' ? t('form.quota_hint') : undefined}
          onChange={(next) => set(next === '' ? undefined : Number(next))}
        />
      );
    case 'seed':
      return (
        <TextInput
          {...common}
          value={text}
          maxLength={40}
          description={t('form.seed_hint')}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      );
    case 'channel':
      return (
        <Select
          {...common}
          value={text || null}
          placeholder={t('form.channel_placeholder')}
          allowDeselect={false}
          data={triggers.TRIGGER_CHANNELS.map((channel) => ({ value: channel, label: t(`channel.${channel}`) }))}
          onChange={(channel) => set(channel ?? undefined)}
        />
      );
    case 'textarea':
      return (
        <Textarea
          {...common}
          value={text}
          autosize
          minRows={3}
          maxLength={2000}
          description={t(field.required ? 'form.placeholders' : 'form.placeholders_standard', { names: PLACEHOLDERS })}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          value={text}
          type={field.type === 'url' ? 'url' : 'text'}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        />
      );
  }
}
