import i18next from 'i18next';
import { savedViews } from '@wardvoice/contract';

/** The text that names each list, as the heading of its screen does. */
const TITLES = {
  '/account-emails/index': 'account:emails.title',
  '/alarms/index': 'alarms:title',
  '/api-keys/index': 'api_keys:title',
  '/applications/index': 'applications:title',
  '/audit/index': 'audit:title',
  '/audit/sheet': 'audit:sheet.open',
  '/cases/index': 'cases:title',
  '/categories/index': 'categories:title',
  '/contacts/index': 'contacts:title',
  '/deliveries/index': 'deliveries:title',
  '/departments/index': 'departments:title',
  '/discharges/index': 'messages:title.discharges',
  '/feedback/records': 'feedback:title',
  '/inbox': 'inbox:title',
  '/legal-holds/index': 'privacy:holds.title',
  '/mailingList/index': 'mailing_lists:title',
  '/messages/distribution-list/index': 'messages:title.distribution_list',
  '/messages/errors': 'messages:title.errors',
  '/messages/index': 'messages:title.index',
  '/messages/messages/discharges': 'messages:title.discharges',
  '/messages/$type_string/index': 'messages:title.messages',
  '/options/index': 'surveys:options.title',
  '/patients/index': 'patients:title',
  '/permissions/index': 'permissions:title',
  '/pathways/index': 'pathways:title',
  '/pathways/people': 'pathways:people.title',
  '/privacy/index': 'privacy:title',
  '/questions/index': 'surveys:questions.all_title',
  '/scales/index': 'surveys:scales.title',
  '/roles/index': 'roles:title',
  '/surveys/index': 'surveys:title',
  '/surveys/overview': 'results:overview.title',
  '/texts/index': 'texts:title',
  '/users/index': 'users:title',
  '/data-exports/index': 'data_exports:title',
  '/webhooks/index': 'webhooks:title',
  '/destinations/index': 'destinations:title',
  '/ward_pages/index': 'ward_pages:title',
  '/reports/by_email/index': 'report_schedules:title',
} as const satisfies Record<savedViews.ListScreen, string>;

/** Names the list of an address in the language of the screens; empty where there is none any more. */
export function titleOfList(path: string): string {
  const found = savedViews.findList(path);
  return found ? i18next.t(TITLES[found.screen]) : '';
}
