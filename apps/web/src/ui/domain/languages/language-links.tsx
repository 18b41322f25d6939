import { useTranslation } from 'react-i18next';
import { ownName, STAFF_LANGUAGES } from '@wardvoice/contract';
import classes from './language-links.module.css';
import { useChangeLanguage } from './use-change-language.ts';

/** All languages of the screens, each by its own name; a click shows everything in it. */
export function LanguageLinks() {
  const { t, i18n } = useTranslation('shell');
  const change = useChangeLanguage();
  return (
    <ul className={classes.languages} aria-label={t('language')}>
      {STAFF_LANGUAGES.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-pressed={language === i18n.language}
            onClick={() => change.mutate(language)}
          >
            {ownName(language)}
          </button>
        </li>
      ))}
    </ul>
  );
}
