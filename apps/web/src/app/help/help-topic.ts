import type english from './texts/en.json';

/** The keys of the files in `texts`. */
export type HelpTopic = keyof typeof english;

/** Screens that are about something else than the others of their first segment, by the path of their route. */
const OF_SCREEN: Readonly<Record<string, HelpTopic>> = {
  '/applications/create': 'applications',
  '/applications/index': 'applications',
  '/ehr-launch': 'bedside',
  '/mailingList/$id/feedback': 'bedside',
  '/messages/$id/feedback': 'bedside',
  '/messages/distribution-list/index': 'census',
  '/messages/errors': 'errors',
  '/reports/by_email/$id': 'report_schedules',
  '/reports/by_email/$id/edit': 'report_schedules',
  '/reports/by_email/create': 'report_schedules',
  '/reports/by_email/index': 'report_schedules',
  '/surveys/$id/results': 'results',
  '/surveys/$id/scores/$score_id': 'outcome_scores',
  '/surveys/$id/scores/create': 'outcome_scores',
};

const OF_SEGMENT: Readonly<Record<string, HelpTopic>> = {
  account: 'account',
  'account-emails': 'account_emails',
  alarms: 'alarms',
  'api-keys': 'api_keys',
  applications: 'application',
  audit: 'audit',
  cases: 'cases',
  categories: 'categories',
  consent: 'consent',
  contacts: 'contacts',
  dashboard: 'dashboard',
  'data-exports': 'data_exports',
  deliveries: 'deliveries',
  departments: 'departments',
  destinations: 'destinations',
  ward_pages: 'ward_pages',
  discharges: 'messages',
  feedback: 'feedback',
  inbox: 'inbox',
  'legal-holds': 'legal_holds',
  mailingList: 'mailing_lists',
  messages: 'messages',
  options: 'options',
  scales: 'scales',
  pathways: 'pathways',
  patients: 'patients',
  permissions: 'permissions',
  privacy: 'erasures',
  questions: 'questions',
  reports: 'reports',
  roles: 'roles',
  scim: 'scim',
  surveys: 'surveys',
  texts: 'texts',
  users: 'users',
  visits: 'patients',
  webhooks: 'webhooks',
};

/** Returns what the help of a screen is about, by the path of its route; null for a screen without help. */
export const helpTopicOf = (path: string): HelpTopic | null =>
  OF_SCREEN[path] ?? OF_SEGMENT[path.split('/')[1] ?? ''] ?? null;
