import { useMantineColorScheme } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownName, STAFF_LANGUAGES } from '@wardvoice/contract';
import type { Session } from '../../api/session.ts';
import { useChooseApplication } from '../../api/use-choose-application.ts';
import { lock } from '../../features/account/lock/lock.ts';
import { useKeys, type KeyBinding } from '../../ui/kit/browser/keys.ts';
import { useChangeLanguage } from '../../ui/domain/languages/use-change-language.ts';
import type { Command } from '../palette/commands.ts';
import { useSignOut } from './use-sign-out.ts';

interface Panels {
  onLayout: () => void;
  onVoice: () => void;
  onHideMenu: (hidden: boolean) => void;
  menuHidden: boolean;
}

/** The command palette, the list of keys, and the keys that open them. */
export function useCommands(session: Session, panels: Panels) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const actions = useActions(session, panels, () => setOpen('keys'));
  const keys = useMemo<KeyBinding[]>(
    () => [
      { key: 'k', withControl: true, label: t('palette.title'), onPress: () => setOpen('palette') },
      { key: '/', label: t('keys.search'), onPress: focusSearch },
      { key: '?', label: t('keys.title'), onPress: () => setOpen('keys') },
    ],
    [t],
  );
  useKeys(keys);
  return { open, setOpen, actions };
}

/** Puts the focus into the search of the list on the screen, where there is one. */
function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
}

function useActions(session: Session, panels: Panels, onKeys: () => void): Command[] {
  const { t } = useTranslation(['shell', 'layout', 'voice']);
  const { setColorScheme } = useMantineColorScheme();
  const { toggle } = useFullscreenDocument();
  const signOut = useSignOut();
  const choose = useChooseApplication();
  const changeLanguage = useChangeLanguage();
  const current = session.application_user.application;
  const others = session.applications.filter(({ id }) => id !== current?.id);
  return [
    ...others.map(({ id, title }) => ({
      id: `application-${id}`,
      title: t('palette.work_in', { title }),
      run: () => choose.mutate(id),
    })),
    { id: 'account', title: t('my_account'), link: { to: '/account' } },
    ...STAFF_LANGUAGES.map((language) => ({
      id: `language-${language}`,
      title: ownName(language),
      detail: t('language'),
      run: () => changeLanguage.mutate(language),
    })),
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme-${scheme}`,
      title: t(`scheme_${scheme}`),
      detail: t('scheme'),
      run: () => setColorScheme(scheme),
    })),
    {
      id: 'menu',
      title: t(panels.menuHidden ? 'layout:show_menu' : 'layout:hide_menu'),
      run: () => panels.onHideMenu(!panels.menuHidden),
    },
    { id: 'layout', title: t('layout:open'), run: panels.onLayout },
    { id: 'full-screen', title: t('layout:full_screen'), run: () => void toggle() },
    { id: 'voice', title: t('voice:title'), run: panels.onVoice },
    { id: 'keys', title: t('keys.title'), run: onKeys },
    { id: 'lock', title: t('lock'), run: () => void lock() },
    { id: 'sign-out', title: t('sign_out'), run: () => void signOut() },
  ];
}
