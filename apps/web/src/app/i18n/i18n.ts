import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import account from '../../features/account/en.json';
import common from './en/common.json';
import shell from './en/shell.json';

/** What the screens before the sign-in say. `all-texts.ts` adds the rest. */
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: { en: { account, common, shell } },
  interpolation: { escapeValue: false },
  returnNull: false,
});

document.documentElement.lang = i18next.language;
i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});
