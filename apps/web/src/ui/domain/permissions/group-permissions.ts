import i18next from 'i18next';
import { PERMISSIONS } from '@wardvoice/contract';

/** What can be done with one kind of record. */
export interface PermissionGroup {
  resource: string;
  title: string;
  permissions: { name: string; action: string }[];
}

/** Returns permissions by what they are about, in the words of the screens. What the program does not check comes last. */
export function groupPermissions(names: readonly string[]): PermissionGroup[] {
  const groups = new Map<string, PermissionGroup>();
  const known: readonly string[] = PERMISSIONS;
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  for (const name of names.toSorted((a, b) => place(a) - place(b))) {
    const [resource = name, action = ''] = name.split('.');
    const group = groups.get(resource) ?? { resource, title: wordFor('resource', resource), permissions: [] };
    group.permissions.push({ name, action: action === '' ? wordFor('action', resource) : wordFor('action', action) });
    groups.set(resource, group);
  }
  return [...groups.values()];
}

/** A permission of the hospital's own has no word here, and is shown by its name. */
const wordFor = (kind: 'resource' | 'action', name: string): string =>
  i18next.t(`roles:${kind}.${name}`, { defaultValue: name });
