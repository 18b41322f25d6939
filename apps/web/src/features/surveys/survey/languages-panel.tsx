import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { surveys } from '@wardvoice/contract';
import { useMay } from '../../../api/session.ts';
import { ButtonLink } from '../../../ui/kit/links.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import classes from './languages-panel.module.css';

/** How much of the survey is there in each of its languages. */
export function LanguagesPanel({ survey }: { survey: surveys.SurveyDetail }) {
  const { t } = useTranslation('surveys');
  const { languageName } = useTerms();
  const may = useMay();
  const { id, default_language, completeness } = survey;
  return (
    <Panel
      title={t('languages.title')}
      actions={
        may('surveys.update') &&
        completeness.length > 0 && (
          <ButtonLink size="compact-sm" variant="default" to="/surveys/$id/translations" params={{ id: String(id) }}>
            {t('translate')}
          </ButtonLink>
        )
      }
    >
      <p className={classes.own}>{t('languages.written_in', { language: languageName(default_language) })}</p>
      {completeness.length === 0 ? (
        <p className="wv-quiet">{t('languages.none')}</p>
      ) : (
        <ul className={classes.rows}>
          {completeness.map((one) => (
            <li key={one.language}>
              <Meter {...one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function Meter({ language, done, of }: surveys.Completeness) {
  const { t } = useTranslation('surveys');
  const name = useTerms().languageName(language);
  return (
    <div className={classes.row}>
      <span>{name}</span>
      <Progress.Root size={8}>
        <Progress.Section
          value={of === 0 ? 100 : (done / of) * 100}
          color={done === of ? 'var(--wv-good)' : 'var(--wv-accent)'}
          aria-label={t('languages.meter', { language: name, done, of })}
        />
      </Progress.Root>
      <span className={classes.rest}>
        {done === of ? t('languages.complete') : t('languages.missing', { count: of - done })}
      </span>
    </div>
  );
}
