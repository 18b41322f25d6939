import { Button, MultiSelect, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { triggers, type BodyInputOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { Form, FormSection } from '../../ui/kit/form.tsx';
import { SurveySelect, type RecordChoice } from '../../ui/domain/record-select.tsx';
import { useRecordForm } from '../../ui/domain/use-record-form.ts';
import { TextPreview } from './text-preview.tsx';
import { TriggerPreview } from './trigger-preview.tsx';
import classes from './triggers.module.css';
import { useDelayWords } from './use-trigger-words.ts';

type Values = BodyInputOf<typeof triggers.updateTrigger>;
type Config = Values['trigger']['config'];

interface TriggerFormProps {
  applicationId: number;
  hospital: string;
  surveys: readonly RecordChoice[];
  catalog: readonly triggers.CatalogEntry[];
  /** null: a new one. */
  trigger: triggers.Trigger | null;
  onSaved: () => void;
  onReload: () => void;
  onCancel: () => void;
}

/** Choose a trigger, then one of its actions; then its filters and fields are offered, as the catalogue says. */
export function TriggerForm(props: TriggerFormProps) {
  const { applicationId, hospital, surveys, catalog, trigger, onSaved, onReload, onCancel } = props;
  const { t } = useTranslation('triggers');
  const [isTrying, setIsTrying] = useState(false);
  const record = useRecordForm<Values, unknown>({
    schema: triggers.updateTrigger.body,
    wrapper: 'trigger',
    values: { trigger: trigger ? bodyOf(trigger) : { trigger: '', action: '', config: { filters: {} }, active: true } },
    save: (body) =>
      trigger
        ? call(triggers.updateTrigger, { params: { id: applicationId, triggerId: trigger.id }, body })
        : call(triggers.createTrigger, { params: { id: applicationId }, body }),
    changes: ['triggers'],
    onSaved,
    onReload,
  });
  const { form } = record;
  const values = form.values.trigger;
  const entry = catalog.find(({ id }) => id === values.trigger);
  const action = entry?.actions.find(({ id }) => id === values.action);

  return (
    <div className={classes.formColumns}>
      <Form of={record} submit={t(trigger ? 'save' : 'create')} onCancel={onCancel}>
        <Select
          {...form.getInputProps('trigger.trigger')}
          label={t('form.trigger')}
          placeholder={t('form.trigger_placeholder')}
          withAsterisk
          data-autofocus
          allowDeselect={false}
          data={catalog.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(id) => {
            form.setFieldValue('trigger.trigger', id ?? '');
            form.setFieldValue('trigger.action', '');
          }}
        />
        {entry && (
          <Select
            {...form.getInputProps('trigger.action')}
            label={t('form.action')}
            placeholder={t('form.action_placeholder')}
            withAsterisk
            allowDeselect={false}
            data={entry.actions.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(id) => {
              form.setFieldValue('trigger.action', id ?? '');
              // What the other action had and this one has not would be refused.
              const next = entry.actions.find((one) => one.id === id);
              form.setFieldValue('trigger.config', keepKnown(values.config, next));
            }}
          />
        )}
        {action && action.fields.length > 0 && (
          <FormSection title={t('form.what')}>
            {action.fields.map((field) => (
              <Field key={field.id} field={field} form={form} surveys={surveys} />
            ))}
          </FormSection>
        )}
        {action && action.filters.length > 0 && (
          <FormSection title={t('form.for_whom')} text={t('form.for_whom_text')}>
            {action.filters.map((filter) => {
              const path = `trigger.config.filters.${filter.id}`;
              const common = {
                label: filter.title,
                value: values.config.filters?.[filter.id] ?? [],
                error: form.errors[path],
                clearable: true,
                clearButtonProps: { 'aria-label': t('form.clear', { label: filter.title }) },
                onChange: (selected: string[]) => {
                  form.clearFieldError(path);
                  form.setFieldValue('trigger.config.filters', { ...values.config.filters, [filter.id]: selected });
                },
              };
              return filter.options.length > 0 ? (
                <MultiSelect
                  key={filter.id}
                  {...common}
                  searchable
                  placeholder={common.value.length === 0 ? t('form.all') : undefined}
                  data={filter.options.map(({ id, title }) => ({ value: id, label: title }))}
                />
              ) : (
                <TagsInput
                  key={filter.id}
                  {...common}
                  acceptValueOnBlur
                  placeholder={common.value.length === 0 ? t('form.all') : undefined}
                  description={t('form.typed_hint')}
                />
              );
            })}
          </FormSection>
        )}
        {action && (
          <Switch
            {...form.getInputProps('trigger.active', { type: 'checkbox' })}
            label={t('form.active')}
            description={t('form.active_hint')}
          />
        )}
      </Form>
      {action && (
        <div className={classes.beside}>
          <TextPreview action={action.id} config={values.config} hospital={hospital} />
          <Button variant="default" onClick={() => setIsTrying(true)}>
            {t('try_long')}
          </Button>
          <TriggerPreview
            applicationId={applicationId}
            trigger={isTrying ? { ...values, ...(trigger ? { id: trigger.id } : {}) } : null}
            onClose={() => setIsTrying(false)}
          />
        </div>
      )}
    </div>
  );
}

/** As they are typed. */
const PLACEHOLDERS = triggers.TEXT_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');

const bodyOf = ({ trigger, action, config, active, version }: triggers.Trigger): Values['trigger'] => ({
  trigger,
  action,
  config,
  active,
  version,
});

function keepKnown(config: Config, action: triggers.CatalogEntry['actions'][number] | undefined): Config {
  const fields = new Set(action?.fields.map(({ id }) => id));
  const filters = new Set(action?.filters.map(({ id }) => id));
  return {
    ...Object.fromEntries(Object.entries(config).filter(([id]) => fields.has(id))),
    filters: Object.fromEntries(Object.entries(config.filters ?? {}).filter(([id]) => filters.has(id))),
  };
}

interface FieldProps {
  field: triggers.CatalogEntry['actions'][number]['fields'][number];
  form: ReturnType<typeof useRecordForm<Values, unknown>>['form'];
  surveys: readonly RecordChoice[];
}

/** Drawn by the type that the catalogue gives; an unknown type is a line of text. */
function Field({ field, form, surveys }: FieldProps) {
  const { t } = useTranslation('triggers');
  const delayWords = useDelayWords();
  const path = `trigger.config.${field.id}`;
  const { value, ...props }: { value?: unknown; error?: string } = form.getInputProps(path);
  const set = (next: string | number | undefined) => form.setFieldValue<Values, string>(path, next);
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
