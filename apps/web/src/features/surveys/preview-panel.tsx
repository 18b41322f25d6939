import { Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './preview-panel.module.css';

interface PreviewPanelProps {
  survey: Pick<surveys.SurveyDetail, 'id' | 'title' | 'languages' | 'default_language'>;
  /** Of the page around it; without one the person chooses here. */
  language?: string;
}

/** The patient's own page, rendered by the server, in a frame that can neither run nor send anything. */
export function PreviewPanel({ survey: { id, title, languages, default_language }, language }: PreviewPanelProps) {
  const { t } = useTranslation('surveys');
  const { languageName } = useTerms();
  const [chosen, setChosen] = useState(default_language);
  const lang = language ?? (languages.includes(chosen) ? chosen : default_language);
  const { data } = useQuery({
    ...ask(surveys.previewSurvey, { params: { id }, query: { lang } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={t('preview.title')}
      actions={
        language === undefined &&
        languages.length > 1 && (
          <Select
            aria-label={t('preview.language')}
            size="xs"
            w={140}
            allowDeselect={false}
            data={languages.map((code) => ({ value: code, label: languageName(code) }))}
            value={lang}
            onChange={(code) => code && setChosen(code)}
          />
        )
      }
    >
      <p className={classes.lead}>{t('preview.lead')}</p>
      <div className={classes.phone}>
        {data ? (
          <iframe
            // A new frame for each page, so that nothing of the page before is left to load.
            key={data.data.html}
            className={classes.frame}
            title={t('preview.frame', { title })}
            sandbox=""
            srcDoc={data.data.html}
            lang={data.data.language}
          />
        ) : (
          <Skeleton height={640} />
        )}
      </div>
    </Panel>
  );
}
