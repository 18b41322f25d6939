import { NumberInput, Radio, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { applications, BodyInputOf } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { FoldedSection, Form, FormSection } from '../../ui/form.tsx';
import { SurveySelect } from '../../ui/record-select.tsx';
import { useTerms } from '../../ui/terms.ts';
import type { RecordForm } from '../../ui/use-record-form.ts';
import { countryOptions, LANGUAGES, timeZoneOptions } from './application-options.ts';
import { LogoField } from './logo-field.tsx';

/** What the form holds; where messages come from is left out for those who may not change it. */
export interface ApplicationValues {
  application: BodyInputOf<typeof applications.updateApplication>['application'] & { title: string };
}

interface ApplicationFormProps {
  of: RecordForm<ApplicationValues>;
  submit: string;
  onCancel: () => void;
  /** Undefined for a new application, which has none. */
  surveys?: readonly applications.SurveyChoice[];
}

type Name = keyof ApplicationValues['application'];

export function ApplicationForm({ of, submit, onCancel, surveys }: ApplicationFormProps) {
  const { t, i18n } = useTranslation(['applications', 'common']);
  const { languageName } = useTerms();
  const isSuperuser = useMay()('superuser');
  const { form } = of;
  const isNew = surveys === undefined;
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language]);
  const zones = useMemo(() => timeZoneOptions(), []);

  const path = (name: Name) => `application.${name}` as const;
  const set = (name: Name, value: unknown) => form.setFieldValue(path(name) as never, value);
  const text = (name: Name) => {
    const { value, ...props } = form.getInputProps(path(name)) as { value: string | null };
    return {
      ...props,
      label: t(`form.${name}` as 'form.title'),
      value: value ?? '',
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value || null),
    };
  };
  /** An empty number is none. */
  const number = (name: Name, min: number, max: number) => {
    const { value, ...props } = form.getInputProps(path(name)) as { value: number | null };
    return {
      ...props,
      label: t(`form.${name}` as 'form.title'),
      value: value ?? '',
      min,
      max,
      allowDecimal: false,
      clampBehavior: 'none' as const,
      onChange: (next: string | number) => set(name, next === '' ? null : Number(next)),
    };
  };
  const flag = (name: Name) => ({
    ...form.getInputProps(path(name), { type: 'checkbox' }),
    label: t(`form.${name}` as 'form.title'),
    description: t(`form.${name}_hint` as 'form.logo_hint'),
  });
  const select = (name: Name, data: { value: string; label: string }[]) => ({
    ...form.getInputProps(path(name)),
    label: t(`form.${name}` as 'form.title'),
    data,
    searchable: true,
    allowDeselect: false,
    nothingFoundMessage: t('common:select.nothing'),
  });

  const further = (
    <>
      <FormSection title={t('form.senders')} text={t('form.senders_text')}>
        <TextInput {...text('sender_name')} maxLength={200} />
        <TextInput {...text('sender_email')} type="email" maxLength={254} />
        <TextInput {...text('sms_sender')} maxLength={16} description={t('form.sms_sender_hint')} />
        <TextInput {...text('unwatched_notice')} maxLength={480} description={t('form.unwatched_notice_hint')} />
        <NumberInput
          {...number('sends_per_minute', 1, 100_000)}
          placeholder={t('form.no_limit')}
          description={t('form.sends_per_minute_hint')}
        />
      </FormSection>

      <FormSection title={t('form.policy')} text={t('form.policy_text')}>
        <NumberInput {...number('minimum_age', 0, 120)} suffix={t('form.years')} />
        <NumberInput {...number('survey_interval_days', 0, 3650)} suffix={t('form.days')} />
        <NumberInput {...number('max_messages_per_day', 1, 100)} placeholder={t('form.no_limit')} />
        <NumberInput {...number('max_messages_per_week', 1, 500)} placeholder={t('form.no_limit')} />
        <TextInput {...text('quiet_from')} type="time" />
        <TextInput {...text('quiet_to')} type="time" description={t('form.quiet_hint')} />
        <NumberInput {...number('invitation_valid_days', 1, 365)} suffix={t('form.days')} />
        <NumberInput {...number('case_escalation_minutes', 1, 10_080)} suffix={t('form.minutes')} />
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

      <FormSection title={t('form.hl7')} text={t(isSuperuser ? 'form.hl7_text' : 'form.hl7_text_own')}>
        {isSuperuser && (
          <>
            <TagsInput
              {...form.getInputProps(path('sending_facilities'))}
              label={t('form.sending_facilities')}
              description={t('form.sending_facilities_hint')}
              acceptValueOnBlur
            />
            <NumberInput
              {...number('listener_port', 1, 65_535)}
              description={t('form.listener_port_hint')}
              hideControls
              thousandSeparator={false}
            />
          </>
        )}
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
        {!isNew && (
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
          </>
        )}
        <Switch {...flag('accept_other_types')} />
        <Switch {...flag('accept_missing_control_id')} />
      </FormSection>

      <FormSection title={t('form.retention')} text={t('form.retention_text')}>
        <NumberInput
          {...number('raw_retention_days', 7, 36_500)}
          suffix={t('form.days')}
          placeholder={t('form.kept')}
        />
        <NumberInput
          {...number('personal_retention_days', 30, 36_500)}
          suffix={t('form.days')}
          placeholder={t('form.kept')}
          description={t('form.personal_retention_days_hint')}
        />
      </FormSection>
    </>
  );
  return (
    <Form of={of} submit={submit} onCancel={onCancel}>
      <TextInput
        {...form.getInputProps(path('title'))}
        label={t('form.title')}
        withAsterisk
        data-autofocus
        maxLength={200}
      />
      <LogoField
        value={form.values.application.logo}
        error={form.errors[path('logo')]}
        onChange={(logo) => {
          form.clearFieldError(path('logo'));
          set('logo', logo);
        }}
        onRefused={(why) => form.setFieldError(path('logo'), why)}
      />
      <Select {...select('country', countries)} required description={t('form.country_hint')} />
      <Select {...select('time_zone', zones)} required />
      <Select
        {...select(
          'language',
          LANGUAGES.map((code) => ({ value: code, label: languageName(code) })),
        )}
        description={t('form.language_hint')}
      />
      <TextInput {...text('messages_after')} type="date" description={t('form.messages_after_hint')} />

      {isNew ? (
        <FoldedSection
          title={t('form.further')}
          text={t('form.further_text')}
          isOpen={Object.keys(form.errors).length > 0}
        >
          {further}
        </FoldedSection>
      ) : (
        further
      )}
    </Form>
  );
}
