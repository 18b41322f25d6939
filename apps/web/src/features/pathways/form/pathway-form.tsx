import { Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { outcomeScores, pathways, surveys, type BodyInputOf } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { Form, FormSection } from '../../../ui/kit/form.tsx';
import { AddButton } from '../../../ui/kit/row-buttons.tsx';
import { newStep, valuesOf, type PathwayValues } from './pathway-values.ts';
import { StepFields } from './step-fields.tsx';
import classes from './pathway-form.module.css';

interface PathwayFormProps {
  /** Undefined: a new one. */
  pathway?: pathways.Pathway;
  onSaved: (saved: pathways.Pathway) => void;
  onCancel: () => void;
  onReload?: () => void;
}

type Body = BodyInputOf<typeof pathways.createPathway>;

export function PathwayForm({ pathway, onSaved, onCancel, onReload }: PathwayFormProps) {
  const { t } = useTranslation(['pathways', 'common']);
  const mayList = useMay()('surveys.list');
  const { data: all } = useQuery({ ...ask(surveys.listSurveys, { query: { paginate: '0' } }), enabled: mayList });
  const { data: scores } = useQuery(ask(outcomeScores.listOutcomeScores, { query: { paginate: '0' } }));
  const record = useRecordForm<PathwayValues, { data: pathways.Pathway }>({
    schema: pathway ? pathways.updatePathway.body : pathways.createPathway.body,
    wrapper: 'pathway',
    values: valuesOf(pathway),
    // The schema has refused fields for numbers and surveys that are empty.
    save: (values) =>
      pathway
        ? call(pathways.updatePathway, { params: { id: pathway.id }, body: values as Body })
        : call(pathways.createPathway, { body: values as Body }),
    changes: ['pathways', 'surveys'],
    onSaved: ({ data }) => onSaved(data),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const { steps } = form.values.pathway;
  return (
    <Form of={record} submit={pathway ? t('common:record.save') : t('create')} onCancel={onCancel}>
      <TextInput
        label={t('common:record.title')}
        required
        maxLength={120}
        dir="auto"
        data-autofocus
        {...form.getInputProps('pathway.title')}
      />
      <FormSection title={t('form.steps')} text={t('form.steps_text')}>
        {steps.map((step, index) => (
          <StepFields
            key={step.id ?? `new ${index}`}
            form={form}
            index={index}
            choices={all?.data}
            scores={scores?.data ?? []}
          />
        ))}
        {steps.length < pathways.MAX_STEPS && (
          <AddButton className={classes.add} onClick={() => form.insertListItem('pathway.steps', newStep(steps))}>
            {t('form.add')}
          </AddButton>
        )}
      </FormSection>
      <Switch
        label={t('form.active')}
        description={t('form.active_help')}
        {...form.getInputProps('pathway.active', { type: 'checkbox' })}
      />
    </Form>
  );
}
