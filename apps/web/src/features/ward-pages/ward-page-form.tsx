import { Autocomplete, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedbackRecords, SURVEY_LANGUAGES, wardPages, type SurveyLanguage } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useApplication, useMay } from '../../api/session.ts';
import { useTerms } from '../../ui/domain/terms.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

type Saved = { data: wardPages.WardPageDetail };

interface WardPageFormProps {
  /** What is changed; undefined: a new one is made. The ward of a page stays. */
  page?: wardPages.WardPageDetail;
  onSaved: (saved: wardPages.WardPageDetail) => void;
  onCancel: () => void;
  onReload?: () => void;
}

interface Values {
  ward_page: { title: string; location: string | null; language: SurveyLanguage; active: boolean; version?: number };
}

const isSpoken = (language: string | undefined): language is SurveyLanguage =>
  SURVEY_LANGUAGES.some((one) => one === language);

export function WardPageForm({ page, onSaved, onCancel, onReload }: WardPageFormProps) {
  const { t } = useTranslation(['ward_pages', 'common']);
  const { languageName } = useTerms();
  const maySuggest = useMay()('feedback.list');
  const own = useApplication()?.language;
  const { data: choices } = useQuery({
    ...ask(feedbackRecords.listFeedbackChoices, {}),
    enabled: page === undefined && maySuggest,
  });
  const language = [page?.language, own].find(isSpoken) ?? 'en';
  const record = useRecordForm<Values, Saved>({
    schema: page ? wardPages.updateWardPage.body : wardPages.createWardPage.body,
    wrapper: 'ward_page',
    values: {
      ward_page: page
        ? { title: page.title, location: page.location, language, active: page.active, version: page.version }
        : { title: '', location: null, language, active: true },
    },
    save: (body) =>
      page
        ? call(wardPages.updateWardPage, { params: { id: page.id }, body })
        : call(wardPages.createWardPage, { body }),
    changes: ['ward_pages'],
    onSaved: ({ data }) => onSaved(data),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  return (
    <Form of={record} submit={page ? t('common:record.save') : t('create')} onCancel={onCancel}>
      <TextInput
        label={t('page_title')}
        description={t('page_title_help')}
        required
        maxLength={120}
        dir="auto"
        data-autofocus
        {...form.getInputProps('ward_page.title')}
      />
      {!page && (
        <Autocomplete
          label={t('column.ward')}
          description={t('ward_help')}
          data={choices?.data.wards ?? []}
          maxLength={100}
          {...form.getInputProps('ward_page.location')}
          value={form.values.ward_page.location ?? ''}
          onChange={(ward) => form.setFieldValue('ward_page.location', ward || null)}
        />
      )}
      <NativeSelect
        label={t('language')}
        description={t('language_help')}
        data={SURVEY_LANGUAGES.map((code) => ({ value: code, label: languageName(code) }))}
        {...form.getInputProps('ward_page.language')}
      />
      <Checkbox
        label={t('active')}
        description={t('active_help')}
        {...form.getInputProps('ward_page.active', { type: 'checkbox' })}
      />
    </Form>
  );
}
