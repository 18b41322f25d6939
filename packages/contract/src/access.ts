/** Permissions that the program itself checks. They must exist as rows; a hospital may add others. */
export const PERMISSIONS = [
  'admin',
  'messages.list',
  'messages.view',
  'messages.create',
  'messages.update',
  'messages.reprocess',
  'messages.send',
  'deliveries.list',
  'deliveries.retry',
  'deliveries.stop',
  'cases.list',
  'cases.update',
  'contacts.list',
  'contacts.view',
  'contacts.create',
  'contacts.update',
  'contacts.delete',
  'contacts.import',
  'mailing-lists.list',
  'mailing-lists.view',
  'mailing-lists.create',
  'mailing-lists.update',
  'mailing-lists.delete',
  'surveys.list',
  'surveys.view',
  'surveys.create',
  'surveys.update',
  'surveys.delete',
  'feedback.create',
  'feedback.list',
  'feedback.update',
  'broadcasts.list',
  'broadcasts.create',
  'broadcasts.update',
  'broadcasts.delete',
  'broadcasts.execute',
  'categories.list',
  'categories.view',
  'categories.create',
  'categories.update',
  'categories.delete',
  'departments.list',
  'departments.view',
  'departments.create',
  'departments.update',
  'departments.delete',
  'users.list',
  'users.view',
  'users.create',
  'users.update',
  'users.delete',
  'roles.update',
  'api_keys.list',
  'api_keys.create',
  'api_keys.update',
  'api_keys.delete',
  'webhooks.list',
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'webhooks.subscribe',
  'ward_pages.list',
  'ward_pages.update',
  'report_schedules.list',
  'report_schedules.update',
  'data_exports.list',
  'data_exports.create',
  'data_exports.download',
  'applications.view',
  'applications.update',
  'triggers.list',
  'triggers.update',
  'audit.list',
  'patients.update',
  'texts.list',
  'texts.reply',
  'alarms.list',
  'alarms.update',
  'persons.export',
  'persons.erase',
  'persons.hold',
] as const;

export type Permission = (typeof PERMISSIONS)[number] | 'superuser';

/**
 * Who may make a call.
 * - `public`: anybody
 * - `signed-in`: any session, and any API key
 * - `person`: any session, and no API key, because the call is about the person who makes it
 * - `application-credentials`: Basic auth with an application's access_key and access_secret
 * - `{permission}`: a session that has it and, unless `anyApplication`, has chosen an application; an API key that has it, unless
 *   `person` keeps the call for people
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'person'
  | 'application-credentials'
  | { readonly permission: Permission; readonly anyApplication?: boolean; readonly person?: true };

/** Returns whether a call is for people alone, and refused to API keys. */
export const isForPeople = (access: Access): boolean =>
  access === 'person' || (typeof access === 'object' && access.person === true);

export interface Subject {
  /** 1 means superuser. */
  super_user: number;
  permissions: readonly string[];
}

/** Returns whether somebody has a permission. The server uses it for calls, the web for menus and buttons. */
export function may(subject: Subject | null | undefined, permission: string): boolean {
  if (!subject) return false;
  if (subject.super_user === 1) return true;
  if (permission === 'superuser') return false;
  if (subject.permissions.includes('admin')) return true;
  return subject.permissions.includes(permission);
}
