/** Permissions the program itself asks for. More rows may exist; these must. */
export const PERMISSIONS = [
  'admin',
  'messages.list',
  'messages.view',
  'messages.reprocess',
  'messages.send',
  'deliveries.list',
  'deliveries.retry',
  'cases.list',
  'cases.update',
  'contacts.list',
  'mailing-lists.list',
  'surveys.list',
  'categories.list',
  'departments.list',
  'users.list',
  'applications.view',
  'triggers.list',
  'triggers.update',
] as const;

export type Permission = (typeof PERMISSIONS)[number] | 'superuser';

/**
 * Who may make a call.
 * - `public`: anybody
 * - `signed-in`: any session
 * - `application-credentials`: Basic auth with an application's access_key and access_secret
 * - `{permission}`: a session that has it and, unless `anyApplication`, has chosen an application
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'application-credentials'
  | { readonly permission: Permission; readonly anyApplication?: boolean };

export interface Subject {
  /** 1 means superuser. */
  super_user: number;
  permissions: readonly string[];
}

/** The one access rule, used by the server for calls and by the web for menus and buttons. */
export function may(subject: Subject | null | undefined, permission: string): boolean {
  if (!subject) return false;
  if (subject.super_user === 1) return true;
  if (permission === 'superuser') return false;
  if (subject.permissions.includes('admin')) return true;
  return subject.permissions.includes(permission);
}
