import { Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SURVEY_LANGUAGES, type applications } from '@wardvoice/contract';
import { FoldedSection, Form, type RecordForm } from '../../ui/kit/form.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { timeZoneOptions } from '../../ui/kit/time/time-zones.ts';
import { countryOptions } from './application-options.ts';
import {
  CasesSection,
  FeedSection,
  PolicySection,
  RetentionSection,
  SendersSection,
  SignInSection,
} from './application-sections.tsx';
import { LogoField } from './logo-field.tsx';
import { useApplicationFields, type ApplicationValues } from './use-application-fields.ts';

interface ApplicationFormProps {
  of: RecordForm<ApplicationValues>;
  submit: string;
  onCancel: () => void;
  /** Undefined for a new application, which has none. */
  surveys?: readonly applications.SurveyChoice[];
}

export function ApplicationForm({ of, submit, onCancel, surveys }: ApplicationFormProps) {
  const { t, i18n } = useTranslation(['applications', 'common']);
  const { languageName } = useTerms();
  const isNew = surveys === undefined;
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language]);
  const zones = useMemo(() => timeZoneOptions(), []);
  const fields = useApplicationFields(of);
  const { form, path, set, text, select } = fields;
  const further = (
    <>
      <SendersSection fields={fields} />
      <PolicySection fields={fields} surveys={surveys} />
      <CasesSection fields={fields} />
      <FeedSection fields={fields} isNew={isNew} />
      <RetentionSection fields={fields} />
      <SignInSection fields={fields} />
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
          SURVEY_LANGUAGES.map((code) => ({ value: code, label: languageName(code) })),
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
