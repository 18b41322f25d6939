import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import { Meter } from '../survey/languages-panel.tsx';
import { PreviewPanel } from '../preview-panel.tsx';
import classes from '../survey/survey-page.module.css';
import { TranslationForm } from './translation-form.tsx';

/** All texts of a survey in one language, beside the page as patients see it. */
export function TranslationsPage() {
  const { t } = useTranslation('surveys');
  const { languageName } = useTerms();
  const { id } = useParams({ from: '/shell/surveys/$id/translations' });
  const params = { id: Number(id) };
  const survey = useQuery(ask(surveys.getSurvey, { params }, { failureIsShown: true }));
  const texts = useQuery(ask(surveys.listTexts, { params }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [timesSaved, setTimesSaved] = useState(0);
  const path = [{ label: t('title'), to: '/surveys/index' }];
  return (
    <Record query={survey} title={t('translations.title')} path={path}>
      {({ title, languages, default_language, completeness }) => {
        const others = languages.filter((one) => one !== default_language);
        const language = chosen ?? completeness.find(({ done, of }) => done < of)?.language ?? others[0];
        const meter = completeness.find((one) => one.language === language);
        return (
          <Page
            title={t('translations.title')}
            path={[...path, { label: title, to: `/surveys/${id}` }]}
            lead={t('translations.lead')}
            actions={
              <Select
                aria-label={t('translations.language')}
                allowDeselect={false}
                data={others.map((code) => ({ value: code, label: languageName(code) }))}
                value={language ?? null}
                onChange={setChosen}
              />
            }
          >
            {language === undefined ? (
              <p className="wv-quiet">{t('languages.none')}</p>
            ) : (
              <div className={classes.columns}>
                <Panel title={languageName(language)}>
                  {meter && <Meter {...meter} />}
                  {texts.data && (
                    <TranslationForm
                      key={`${language} ${timesSaved}`}
                      surveyId={params.id}
                      language={language}
                      original={default_language}
                      texts={texts.data.data.texts}
                      onSaved={() => setTimesSaved(timesSaved + 1)}
                    />
                  )}
                </Panel>
                <PreviewPanel survey={{ id: params.id, title, languages, default_language }} language={language} />
              </div>
            )}
          </Page>
        );
      }}
    </Record>
  );
}
