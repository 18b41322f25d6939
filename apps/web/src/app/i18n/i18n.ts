import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import account from './en/account.json';
import alarms from './en/alarms.json';
import applications from './en/applications.json';
import audit from './en/audit.json';
import broadcasts from './en/broadcasts.json';
import cases from './en/cases.json';
import categories from './en/categories.json';
import common from './en/common.json';
import contacts from './en/contacts.json';
import dashboard from './en/dashboard.json';
import deliveries from './en/deliveries.json';
import departments from './en/departments.json';
import inbox from './en/inbox.json';
import layout from './en/layout.json';
import mailing_lists from './en/mailing-lists.json';
import messages from './en/messages.json';
import patients from './en/patients.json';
import permissions from './en/permissions.json';
import results from './en/results.json';
import shell from './en/shell.json';
import surveys from './en/surveys.json';
import terms from './en/terms.json';
import texts from './en/texts.json';
import triggers from './en/triggers.json';
import users from './en/users.json';
import visits from './en/visits.json';
import voice from './en/voice.json';

/** One namespace per slice; `terms` holds the words for codes and states, the same wherever they are shown. */
export const en = {
  account,
  alarms,
  applications,
  audit,
  broadcasts,
  cases,
  categories,
  common,
  contacts,
  dashboard,
  deliveries,
  departments,
  inbox,
  layout,
  mailing_lists,
  messages,
  patients,
  permissions,
  results,
  shell,
  surveys,
  terms,
  texts,
  triggers,
  users,
  visits,
  voice,
};

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: { en },
  interpolation: { escapeValue: false },
  returnNull: false,
});

const page = document.documentElement;
page.lang = i18next.language;
page.dir = i18next.dir();
i18next.on('languageChanged', (language) => {
  page.lang = language;
  page.dir = i18next.dir(language);
});
