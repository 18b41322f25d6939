import { NumberInput, Radio, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { applications } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { FormSection } from '../../ui/kit/form.tsx';
import { SurveySelect } from '../../ui/domain/pickers/record-select.tsx';
import type { ApplicationFields } from './use-application-fields.ts';
import { WorkingHoursField } from './working-hours-field.tsx';

interface SectionProps {
  fields: ApplicationFields;
}

/** By which names and addresses patients are written to, and how fast. */
export function SendersSection({ fields: { text, number, flag } }: SectionProps) {
  const { t } = useTranslation('applications');
  return (
    <FormSection title={t('form.senders')} text={t('form.senders_text')}>
      <TextInput {...text('sender_name')} maxLength={200} />
      <TextInput {...text('sender_email')} type="email" maxLength={254} />
      <TextInput {...text('sms_sender')} maxLength={16} description={t('form.sms_sender_hint')} />
      <TextInput {...text('unwatched_notice')} maxLength={480} description={t('form.unwatched_notice_hint')} />
      <Switch {...flag('html_emails')} />
      <NumberInput
        {...number('sends_per_minute', 1, 100_000)}
        placeholder={t('form.no_limit')}
        description={t('form.sends_per_minute_hint')}
      />
    </FormSection>
  );
}

/** Who is told of a case, and until when it should be closed. */
export function CasesSection({ fields: { form, path, set, number } }: SectionProps) {
  const { t } = useTranslation('applications');
  return (
    <FormSection title={t('form.cases')} text={t('form.cases_text')}>
      <NumberInput {...number('case_escalation_minutes', 1, 10_080)} suffix={t('form.minutes')} />
      <NumberInput
        {...number('case_hours_urgent', 1, 720)}
        suffix={t('form.hours')}
        description={t('form.case_hours_urgent_hint')}
      />
      <NumberInput
        {...number('case_hours_high', 1, 720)}
        suffix={t('form.hours')}
        description={t('form.case_hours_high_hint')}
      />
      <NumberInput {...number('case_hours_normal', 1, 720)} suffix={t('form.hours')} />
      <WorkingHoursField
        value={form.values.application.working_hours ?? []}
        error={workingHoursError(form.errors, path('working_hours'))}
        onChange={(days) => set('working_hours', days)}
      />
    </FormSection>
  );
}

/** Returns the error of the days together, or else of the first day that has one. */
const workingHoursError = (errors: Readonly<Record<string, ReactNode>>, path: string): ReactNode =>
  errors[path] ?? Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1];

/** Who is asked, how often and when, and what follows from a bad answer. */
export function PolicySection({
  fields: { form, path, set, text, number },
  surveys,
}: SectionProps & { surveys: readonly applications.SurveyChoice[] | undefined }) {
  const { t } = useTranslation('applications');
  return (
    <FormSection title={t('form.policy')} text={t('form.policy_text')}>
      <NumberInput {...number('minimum_age', 0, 120)} suffix={t('form.years')} />
      <NumberInput {...number('survey_interval_days', 0, 3650)} suffix={t('form.days')} />
      <NumberInput {...number('max_messages_per_day', 1, 100)} placeholder={t('form.no_limit')} />
      <NumberInput {...number('max_messages_per_week', 1, 500)} placeholder={t('form.no_limit')} />
      <TextInput {...text('quiet_from')} type="time" />
      <TextInput {...text('quiet_to')} type="time" description={t('form.quiet_hint')} />
      <NumberInput {...number('invitation_valid_days', 1, 365)} suffix={t('form.days')} />
      {surveys && (
        <SurveySelect
          label={t('form.de_escalation_survey_id')}
          description={t('form.de_escalation_survey_id_hint')}
          choices={surveys}
          clearable
          clearButtonProps={{ 'aria-label': t('form.clear_survey') }}
          value={form.values.application.de_escalation_survey_id}
          error={form.errors[path('de_escalation_survey_id')]}
          onChange={(id) => set('de_escalation_survey_id', id)}
        />
      )}
    </FormSection>
  );
}

/** How messages come, how they are read and how they are answered. */
export function FeedSection({ fields, isNew }: SectionProps & { isNew: boolean }) {
  const { t } = useTranslation('applications');
  const isSuperuser = useMay()('superuser');
  const { form, path, flag } = fields;
  return (
    <FormSection title={t('form.hl7')} text={t(isSuperuser ? 'form.hl7_text' : 'form.hl7_text_own')}>
      {isSuperuser && <OriginFields fields={fields} />}
      <Radio.Group
        {...form.getInputProps(path('acknowledgement_mode'))}
        label={t('form.acknowledgement_mode')}
        description={t('form.acknowledgement_mode_hint')}
      >
        <Stack gap={8} my={8}>
          <Radio value="original" label={t('form.original')} />
          <Radio value="enhanced" label={t('form.enhanced')} />
        </Stack>
      </Radio.Group>
      <Select
        {...form.getInputProps(path('date_order'))}
        label={t('form.date_order')}
        description={t('form.date_order_hint')}
        placeholder={t('form.date_order_none')}
        clearable
        data={(['day_first', 'month_first'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
      />
      {!isNew && <CodeFields fields={fields} />}
      <Switch {...flag('listens_only')} />
      <Switch {...flag('accept_other_types')} />
      <Switch {...flag('accept_missing_control_id')} />
    </FormSection>
  );
}

/** Where messages come from, which only a superuser may change. */
function OriginFields({ fields: { form, path, number } }: SectionProps) {
  const { t } = useTranslation('applications');
  return (
    <>
      <TagsInput
        {...form.getInputProps(path('sending_facilities'))}
        label={t('form.sending_facilities')}
        description={t('form.sending_facilities_hint')}
        acceptValueOnBlur
      />
      <TagsInput
        {...form.getInputProps(path('allowed_peers'))}
        label={t('form.allowed_peers')}
        description={t('form.allowed_peers_hint')}
        acceptValueOnBlur
      />
      <NumberInput
        {...number('listener_port', 1, 65_535)}
        description={t('form.listener_port_hint')}
        hideControls
        thousandSeparator={false}
      />
    </>
  );
}

/** What codes of this hospital mean. They are known once messages have come. */
function CodeFields({ fields: { form, path } }: SectionProps) {
  const { t } = useTranslation('applications');
  return (
    <>
      <TagsInput
        {...form.getInputProps(path('identifier_types'))}
        label={t('form.identifier_types')}
        description={t('form.identifier_types_hint')}
        acceptValueOnBlur
      />
      <TagsInput
        {...form.getInputProps(path('death_dispositions'))}
        label={t('form.death_dispositions')}
        description={t('form.death_dispositions_hint')}
        acceptValueOnBlur
      />
      <TagsInput
        {...form.getInputProps(path('loss_diagnoses'))}
        label={t('form.loss_diagnoses')}
        description={t('form.loss_diagnoses_hint')}
        acceptValueOnBlur
      />
    </>
  );
}

/** For how long messages and what is known of people are kept. */
export function RetentionSection({ fields: { number } }: SectionProps) {
  const { t } = useTranslation('applications');
  return (
    <FormSection title={t('form.retention')} text={t('form.retention_text')}>
      <NumberInput {...number('raw_retention_days', 7, 36_500)} suffix={t('form.days')} placeholder={t('form.kept')} />
      <NumberInput
        {...number('personal_retention_days', 30, 36_500)}
        suffix={t('form.days')}
        placeholder={t('form.kept')}
        description={t('form.personal_retention_days_hint')}
      />
    </FormSection>
  );
}

/** Who needs more than a password to work here. */
export function SignInSection({ fields: { select } }: SectionProps) {
  const { t } = useTranslation('applications');
  const choices = applications.TWO_STEP_REQUIRED.map((value) => ({ value, label: t(`form.two_step.${value}`) }));
  return (
    <FormSection title={t('form.sign_in')} text={t('form.sign_in_text')}>
      <Select
        {...select('two_step_required', choices)}
        searchable={false}
        description={t('form.two_step_required_hint')}
      />
    </FormSection>
  );
}
