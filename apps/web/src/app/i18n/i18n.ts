import i18next, { type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { inItsDirection, isRightToLeft } from '../../api/direction.ts';
import account from '../../features/account/en.json';
import common from './en/common.json';
import shell from './en/shell.json';

const PHONE_NUMBER = /\+\d[\d ]{4,}\d/g;

/** Keeps the plus of a phone number before its digits in languages that are written from right to left. */
const isolatePhoneNumbers: PostProcessorModule = {
  type: 'postProcessor',
  name: 'isolatePhoneNumbers',
  process: (text: string) =>
    isRightToLeft() ? text.replaceAll(PHONE_NUMBER, (number) => `\u2066${number}\u2069`) : text,
};

const inItsOwnDirection: PostProcessorModule = {
  type: 'postProcessor',
  name: 'inItsOwnDirection',
  process: (text: string) => inItsDirection(text),
};

/** What the screens before the sign-in say. `all-texts.ts` adds the rest. */
void i18next
  .use(isolatePhoneNumbers)
  .use(inItsOwnDirection)
  .use(initReactI18next)
  .init({
    postProcess: [isolatePhoneNumbers.name, inItsOwnDirection.name],
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
