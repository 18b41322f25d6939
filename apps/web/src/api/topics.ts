import { dashboard } from '@wardvoice/contract';

/** What the server tells of while it happens, and what only people of the staff change. */
export const TOPICS = [
  ...dashboard.LIVE_TOPICS,
  'account',
  'account_emails',
  'applications',
  'audit',
  'categories',
  'contacts',
  'departments',
  'imports',
  'kiosks',
  'mailing_lists',
  'opt_outs',
  'patients',
  'permissions',
  'privacy',
  'roles',
  'api_keys',
  'saved_views',
  'scim_tokens',
  'senders',
  'surveys',
  'triggers',
  'users',
] as const;
export type Topic = (typeof TOPICS)[number];

const SURVEY = ['surveys', 'categories'] as const;
const PATIENT = ['patients', 'messages', 'errors', 'deliveries', 'feedback', 'cases', 'texts', 'opt_outs'] as const;
const SENDING = ['broadcasts', 'deliveries', 'feedback', 'surveys', 'mailing_lists', 'contacts', 'opt_outs'] as const;

/**
 * What the replies of a path are made of, the names of other records that they carry included. A path counts for all that
 * begin with it, and the first that fits is taken: the longer one stands first.
 */
const TOPICS_OF_PATHS: readonly (readonly [path: string, topics: readonly Topic[]])[] = [
  ['/account_emails', ['account_emails', 'users']],
  ['/account_invitations', ['users', 'roles', 'applications']],
  ['/account_registrations', ['users', 'applications']],
  ['/account/absences', ['users']],
  ['/account', ['account', 'users']],
  ['/sessions', ['account']],
  ['/session', ['account']],
  ['/login/options', []],
  ['/alarms', ['alarms', 'users']],
  ['/applications/:id/escalation_check', ['departments', 'users', 'permissions', 'surveys']],
  ['/applications/:id/reload_messages', ['messages']],
  ['/applications/:id/senders', ['senders', 'messages', 'applications']],
  ['/applications/:id/surveys.json', ['surveys']],
  ['/applications/:id/triggers', ['triggers', 'surveys', 'pathways']],
  ['/applications', ['applications', 'feedback', 'surveys', 'users', 'messages']],
  ['/logos', []],
  ['/trigger_catalog', []],
  ['/audit/state', ['audit', 'alarms']],
  // Every change leaves a trace there.
  ['/audit', TOPICS],
  ['/cases', ['cases', 'departments', 'categories', 'users', 'surveys', 'feedback', 'deliveries', 'texts', 'contacts']],
  ['/case_causes', ['cases']],
  ['/categories', ['categories', 'departments', 'surveys']],
  ['/consent_purposes', ['opt_outs', 'applications']],
  ['/consent_events', ['opt_outs', 'contacts', 'patients', 'texts', 'users']],
  ['/contacts', ['contacts', 'mailing_lists', 'opt_outs', 'deliveries', 'patients', 'surveys', 'feedback']],
  ['/dashboard', [...dashboard.DASHBOARD_TOPICS, 'triggers', 'surveys', 'mailing_lists', 'applications']],
  [
    '/deliveries/calendar',
    ['deliveries', 'feedback', 'broadcasts', 'pathways', 'surveys', 'mailing_lists', 'contacts', 'opt_outs'],
  ],
  ['/deliveries', ['deliveries', 'feedback', 'surveys', 'contacts', 'patients', 'broadcasts', 'opt_outs']],
  ['/sending_holds', ['deliveries']],
  ['/unsubscribe', ['opt_outs']],
  ['/data_exports', ['data_exports', 'users']],
  ['/departments/wards', ['departments', 'messages', 'feedback', 'users']],
  ['/departments', ['departments', 'cases', 'categories', 'users', 'permissions', 'surveys']],
  // No screen shows these.
  ['/fhir', []],
  ['/hl7_discharges', [...PATIENT, 'surveys']],
  ['/hl7_messages', [...PATIENT, 'surveys', 'mailing_lists']],
  ['/identity_conflicts', ['patients', 'messages', 'errors']],
  ['/inbox', ['inbox', 'cases', 'texts', 'departments', 'alarms', 'feedback', 'patients', 'contacts']],
  ['/inbound_texts', ['texts', 'cases', 'deliveries', 'contacts', 'patients', 'opt_outs', 'surveys', 'users']],
  ['/feedback/records/choices', ['surveys', 'departments', 'messages']],
  ['/feedback', ['feedback', 'surveys', 'departments', 'cases', 'patients', 'contacts']],
  ['/mailing_list/:id/imports', ['imports']],
  ['/mailing_list/:id/kiosks', ['kiosks', 'feedback', 'surveys', 'departments', 'users']],
  [
    '/mailing_list',
    ['mailing_lists', 'contacts', 'patients', 'opt_outs', 'feedback', 'surveys', 'broadcasts', 'imports'],
  ],
  ['/answer_scales', SURVEY],
  ['/options', SURVEY],
  ['/outcome_scores', SURVEY],
  ['/outcome_values', ['feedback', 'patients', ...SURVEY]],
  ['/questions', SURVEY],
  ['/pathways', ['pathways', 'deliveries', 'feedback', 'triggers', ...SURVEY]],
  ['/pathway_enrolments', ['pathways', 'deliveries', 'feedback', 'patients', 'surveys', 'users']],
  ['/patients', [...PATIENT, 'surveys', 'users']],
  ['/visits', [...PATIENT, 'surveys', 'triggers', 'users']],
  ['/persons', [...PATIENT, 'contacts', 'mailing_lists', 'imports', 'privacy', 'audit']],
  ['/erasures', ['privacy', 'users']],
  ['/legal_holds', ['privacy', 'patients', 'users']],
  ['/permissions', ['permissions', 'roles', 'users']],
  ['/roles', ['roles', 'permissions', 'users']],
  ['/saved_views', ['saved_views']],
  ['/api_keys', ['api_keys', 'alarms']],
  ['/webhooks', ['webhooks', 'users']],
  ['/destinations', ['destinations', 'messages']],
  ['/ward_pages/:id/heard', ['ward_pages', 'feedback', 'cases']],
  ['/ward_pages', ['ward_pages', 'users']],
  ['/report_schedules', ['report_schedules', 'users', 'departments', ...SURVEY]],
  ['/scim_tokens', ['scim_tokens', 'roles', 'users']],
  ['/reports', ['feedback', 'deliveries', 'departments', 'triggers', ...SURVEY]],
  ['/surveys/:id/broadcast', SENDING],
  ['/surveys/:id/comments', ['feedback', 'surveys', 'cases']],
  ['/surveys/:id/results', ['feedback', 'deliveries', 'departments', ...SURVEY]],
  ['/surveys/:id/uses', ['surveys', 'triggers', 'pathways', 'broadcasts', 'kiosks', 'deliveries', 'departments']],
  ['/surveys/overview', ['surveys', 'feedback', 'deliveries', 'cases']],
  ['/surveys', [...SURVEY, 'feedback', 'triggers', 'broadcasts', 'kiosks', 'deliveries']],
  ['/users', ['users', 'roles', 'permissions', 'applications']],
  ['/wards', ['users', 'messages']],
];

/** The topics of a path as its endpoint declares it; undefined for one that the table does not know. */
export const topicsOf = (path: string): readonly Topic[] | undefined =>
  TOPICS_OF_PATHS.find(([known]) => path.startsWith(known))?.[1];
