import { Button, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { triggers } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { Form, FormSection } from '../../ui/kit/form.tsx';
import type { RecordChoice } from '../../ui/domain/pickers/record-select.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { ActionField } from './action-field.tsx';
import { ActionFilters } from './action-filters.tsx';
import { ActionPacks } from './action-packs.tsx';
import { TextPreview } from './text-preview.tsx';
import { TriggerPreview } from './trigger-preview.tsx';
import { keepKnown, valuesOf, type TriggerValues } from './trigger-values.ts';
import classes from './triggers.module.css';

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
  const record = useRecordForm<TriggerValues, unknown>({
    schema: triggers.updateTrigger.body,
    wrapper: 'trigger',
    values: valuesOf(trigger),
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
              const next = entry.actions.find((one) => one.id === id);
              form.setFieldValue('trigger.config', keepKnown(values.config, next));
            }}
          />
        )}
        {!trigger && action && action.packs.length > 0 && <ActionPacks packs={action.packs} form={form} />}
        {action && action.fields.length > 0 && (
          <FormSection title={t('form.what')}>
            {action.fields.map((field) => (
              <ActionField key={field.id} field={field} form={form} surveys={surveys} />
            ))}
          </FormSection>
        )}
        {action && action.filters.length > 0 && <ActionFilters filters={action.filters} form={form} />}
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
          {action.id !== 'begin_pathway' && (
            <TextPreview action={action.id} config={values.config} hospital={hospital} />
          )}
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
