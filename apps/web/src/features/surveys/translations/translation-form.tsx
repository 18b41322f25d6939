import { Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, surveys, type SurveyLanguage } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { Form } from '../../../ui/kit/form.tsx';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';

interface TranslationFormProps {
  surveyId: number;
  language: string;
  /** What the survey is written in. */
  original: string;
  texts: readonly surveys.SurveyText[];
  onSaved: () => void;
}

type Values = {
  translation: {
    language: SurveyLanguage;
    texts: (Pick<surveys.SurveyText, 'kind' | 'id' | 'field'> & { text: string })[];
  };
};

export function TranslationForm({ surveyId, language, original, texts, onSaved }: TranslationFormProps) {
  const { t } = useTranslation('surveys');
  const stored = (index: number) => texts[index]?.translations[language] ?? '';
  const [onlyMissing, setOnlyMissing] = useState(false);
  const record = useRecordForm<Values, unknown>({
    schema: surveys.translateSurvey.body,
    wrapper: 'translation',
    values: {
      translation: {
        language: language as SurveyLanguage,
        texts: texts.map(({ kind, id, field, translations }) => ({
          kind,
          id,
          field,
          text: translations[language] ?? '',
        })),
      },
    },
    save: ({ translation }) =>
      call(surveys.translateSurvey, {
        params: { id: surveyId },
        // What nobody touched is left to whoever changes it meanwhile.
        body: {
          translation: {
            ...translation,
            texts: translation.texts.filter(({ text }, index) => text !== stored(index)),
          },
        },
      }),
    changes: ['surveys'],
    onSaved: () => {
      noticeSuccess(t('translations.saved'));
      onSaved();
    },
  });
  const { form } = record;
  const isShown = (index: number) => !onlyMissing || stored(index) === '';
  const shown = texts.flatMap((text, index) => (isShown(index) ? [{ text, index }] : []));
  return (
    <Form of={record} submit={t('translations.save')}>
      <Checkbox
        mt={16}
        label={t('translations.only_missing')}
        checked={onlyMissing}
        onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
      />
      {shown.length === 0 && <p className="wv-quiet">{t('translations.nothing_missing')}</p>}
      {shown.map(({ text: { kind, id, field, text }, index }) => (
        <Textarea
          key={`${kind} ${id} ${field}`}
          label={
            <>
              <span className="wv-quiet">
                {t(`translations.kind.${kind}_${field}` as 'translations.kind.survey_title')}:{' '}
              </span>
              <span lang={original} dir={directionOf(original)}>
                {text}
              </span>
            </>
          }
          autosize
          minRows={1}
          maxLength={maxLengthOf(kind, field)}
          lang={language}
          dir={directionOf(language)}
          {...form.getInputProps(`translation.texts.${index}.text`)}
        />
      ))}
    </Form>
  );
}

function maxLengthOf(kind: surveys.SurveyText['kind'], field: surveys.SurveyText['field']): number {
  if (field === 'unit') return 20;
  if (field !== 'title') return 2000;
  return kind === 'question' ? 500 : 200;
}
