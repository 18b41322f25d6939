import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { directionOf, SURVEY_LANGUAGES, surveys, type SurveyLanguage } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useApplication } from '../../../api/session.ts';
import { Form } from '../../../ui/kit/form.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { SurveyUses, useSurveyUses } from './survey-uses.tsx';

interface SurveyFormProps {
  /** Undefined: a new one. */
  survey?: surveys.SurveyDetail;
  onReload?: () => void;
}

type Values = {
  survey: {
    title: string;
    introduction: string;
    thank_you: string;
    default_language: SurveyLanguage;
    languages: SurveyLanguage[];
    active: boolean;
    template?: surveys.Template | null;
    version?: number;
  };
};

/** Makes the body of a new survey. With a template, the texts of the form are left out, because the template has its own. */
const bodyOf = ({ survey }: Values) => {
  const { title, template, active, ...texts } = survey;
  return template
    ? { survey: { template, active, ...(title.trim() ? { title } : {}) } }
    : { survey: { title, active, ...texts } };
};

const languageOf = (code: string | undefined): SurveyLanguage | undefined =>
  SURVEY_LANGUAGES.find((language) => language === code);

export function SurveyForm({ survey, onReload }: SurveyFormProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const { languageName } = useTerms();
  const navigate = useNavigate();
  const application = useApplication();
  const open = (id: number) => void navigate({ to: '/surveys/$id', params: { id: String(id) } });
  const language = languageOf(survey?.default_language ?? application?.language) ?? 'en';
  const uses = useSurveyUses(survey?.id ?? 0, survey?.active ?? false);
  const record = useRecordForm<Values, { data: { id: number } }>({
    schema: survey ? surveys.updateSurvey.body : surveys.createSurvey.body,
    wrapper: 'survey',
    values: {
      survey: {
        title: survey?.title ?? '',
        introduction: survey?.introduction ?? '',
        thank_you: survey?.thank_you ?? '',
        default_language: language,
        languages: (survey?.languages ?? [])
          .map(languageOf)
          .filter((one) => one !== undefined)
          .filter((one) => one !== language),
        active: survey?.active ?? true,
        ...(survey ? { version: survey.version } : { template: null }),
      },
    },
    save: async (values) => {
      if (!survey) return call(surveys.createSurvey, { body: bodyOf(values) });
      if (survey.active && !values.survey.active) await uses.stopFirst();
      return call(surveys.updateSurvey, { params: { id: survey.id }, body: values });
    },
    changes: ['surveys'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const { template, default_language, active } = form.values.survey;
  const written = { lang: default_language, dir: directionOf(default_language) };
  const choices = SURVEY_LANGUAGES.map((code) => ({ value: code, label: languageName(code) }));
  return (
    <Form
      of={record}
      submit={survey ? t('common:record.save') : t('create')}
      onCancel={() => (survey ? open(survey.id) : void navigate({ to: '/surveys/index' }))}
    >
      {!survey && (
        <Select
          label={t('form.template')}
          data={[
            { value: '', label: t('form.template_none') },
            ...surveys.TEMPLATES.map((name) => ({ value: name, label: t(`form.template_${name}`) })),
          ]}
          allowDeselect={false}
          value={template ?? ''}
          onChange={(name) => form.setFieldValue('survey.template', name || null)}
        />
      )}
      <TextInput
        label={t('common:record.title')}
        required={!template}
        description={template ? t('form.template_title_help') : undefined}
        maxLength={200}
        data-autofocus
        {...written}
        {...form.getInputProps('survey.title')}
      />
      {!template && (
        <>
          <Textarea
            label={t('form.introduction')}
            description={t('form.introduction_help')}
            autosize
            minRows={2}
            maxLength={2000}
            {...written}
            {...form.getInputProps('survey.introduction')}
          />
          <Textarea
            label={t('form.thank_you')}
            description={t('form.thank_you_help')}
            autosize
            minRows={2}
            maxLength={2000}
            {...written}
            {...form.getInputProps('survey.thank_you')}
          />
          <Select
            label={t('form.default_language')}
            data={choices}
            allowDeselect={false}
            {...form.getInputProps('survey.default_language')}
          />
          <MultiSelect
            label={t('form.languages')}
            description={t('form.languages_help')}
            data={choices.filter(({ value }) => value !== default_language)}
            {...form.getInputProps('survey.languages')}
          />
        </>
      )}
      <Switch
        label={t('form.active')}
        description={t('form.active_help')}
        {...form.getInputProps('survey.active', { type: 'checkbox' })}
      />
      {survey?.active && !active && <SurveyUses of={uses} />}
    </Form>
  );
}
