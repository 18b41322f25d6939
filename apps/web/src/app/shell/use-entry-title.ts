import { useTranslation } from 'react-i18next';
import type { MenuEntry } from './menu.ts';

/** The word for an entry of the menu; events are called the same everywhere. */
export function useEntryTitle(): (name: MenuEntry['name']) => string {
  const { t } = useTranslation(['shell', 'terms']);
  return (name) =>
    name === 'admissions' || name === 'casualties' || name === 'discharges' || name === 'transfers'
      ? t(`terms:message_type.${name}`)
      : t(name);
}
