import { ActionIcon, Indicator, Menu } from '@mantine/core';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconBell,
  IconCheck,
  IconDeviceDesktop,
  IconLock,
  IconLogout,
  IconMaximize,
  IconMenu2,
  IconMicrophone,
  IconMoon,
  IconKeyboard,
  IconLanguage,
  IconPalette,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useFullscreenDocument } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { ownName, STAFF_LANGUAGES } from '@wardvoice/contract';
import type { Session } from '../../api/session.ts';
import { Brand } from './brand.tsx';
import classes from './header.module.css';
import { LiveIndicator } from './live-indicator.tsx';
import { lock } from '../../features/account/lock/lock.ts';
import { ShortcutTiles } from './shortcut-tiles.tsx';
import { useSignOut } from './use-sign-out.ts';
import { useChangeLanguage } from '../../ui/domain/languages/use-change-language.ts';
import { useUnreadCount } from './use-unread-count.ts';

interface HeaderProps {
  session: Session;
  navigationOpen: boolean;
  onOpenNavigation: () => void;
  /** Whether the navigation at the side is hidden, on a wide screen. */
  menuHidden: boolean;
  onHideMenu: (hidden: boolean) => void;
  onLayout: () => void;
  onVoice: () => void;
  isListening: boolean;
  onPalette: () => void;
  onKeys: () => void;
}

export function Header({
  session,
  navigationOpen,
  onOpenNavigation,
  menuHidden,
  onHideMenu,
  onPalette,
  ...tools
}: HeaderProps) {
  const { t } = useTranslation('shell');
  const hasApplication = session.application_user.application !== null;
  return (
    <header className={clsx(classes.header, 'wv-glass')}>
      <ActionIcon
        className={classes.burger ?? ''}
        aria-label={t('open_navigation')}
        aria-expanded={navigationOpen}
        onClick={onOpenNavigation}
      >
        <IconMenu2 size={20} stroke={1.5} />
      </ActionIcon>
      <HideMenu menuHidden={menuHidden} onHideMenu={onHideMenu} />
      <Brand session={session} />
      <div className={classes.end}>
        <button type="button" className={classes.palette} title={t('palette.hint')} onClick={onPalette}>
          <IconSearch size={17} stroke={1.5} aria-hidden />
          <span className={classes.paletteWord}>{t('palette.title')}</span>
        </button>
        {hasApplication && <LiveIndicator />}
        {hasApplication && <InboxBell />}
        <ShortcutTiles session={session} />
        <LanguageMenu />
        <SchemeMenu />
        <UserMenu name={session.current_user.name} email={session.current_user.email} {...tools} />
      </div>
    </header>
  );
}

function HideMenu({ menuHidden, onHideMenu }: Pick<HeaderProps, 'menuHidden' | 'onHideMenu'>) {
  const { t } = useTranslation('layout');
  const label = t(menuHidden ? 'show_menu' : 'hide_menu');
  return (
    <ActionIcon
      className={classes.onlyWide ?? ''}
      aria-label={label}
      title={label}
      onClick={() => onHideMenu(!menuHidden)}
    >
      <IconMenu2 size={19} stroke={1.5} />
    </ActionIcon>
  );
}

function InboxBell() {
  const { t } = useTranslation('shell');
  const unread = useUnreadCount();
  const label = unread === 0 ? t('inbox_unread_zero') : t('inbox_unread', { count: unread });
  return (
    <Indicator
      label={<span dir="ltr">{unread > 99 ? '99+' : unread}</span>}
      disabled={unread === 0}
      size={16}
      offset={6}
      classNames={{ indicator: classes.badge ?? '' }}
    >
      <Link to="/inbox" className={classes.iconLink} aria-label={label} title={label}>
        <IconBell size={19} stroke={1.5} aria-hidden />
      </Link>
    </Indicator>
  );
}

function LanguageMenu() {
  const { t, i18n } = useTranslation('shell');
  const change = useChangeLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={classes.onlyWide ?? ''} aria-label={t('language')} title={t('language')}>
          <IconLanguage size={19} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {STAFF_LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={language === i18n.language && <IconCheck size={16} stroke={1.75} aria-hidden />}
            aria-current={language === i18n.language || undefined}
            onClick={() => change.mutate(language)}
          >
            {ownName(language)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

function SchemeMenu() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('scheme')} title={t('scheme')}>
          <Current size={19} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, icon: Picture }) => (
          <Menu.Item
            key={value}
            leftSection={<Picture size={16} stroke={1.5} aria-hidden />}
            rightSection={value === colorScheme && <IconCheck size={16} stroke={1.75} aria-hidden />}
            aria-current={value === colorScheme || undefined}
            onClick={() => setColorScheme(value)}
          >
            {t(`scheme_${value}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface UserMenuProps extends Pick<HeaderProps, 'onLayout' | 'onVoice' | 'isListening' | 'onKeys'> {
  name: string;
  email: string;
}

function UserMenu({ name, email, onLayout, onVoice, onKeys, isListening }: UserMenuProps) {
  const { t } = useTranslation(['shell', 'layout', 'voice']);
  const signOut = useSignOut();
  const { toggle, fullscreen } = useFullscreenDocument();
  const initials = name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={t('user_menu', { name })} title={name}>
          {initials}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <div className={classes.whoName}>{name}</div>
          <div className={classes.whoEmail}>{email}</div>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={16} stroke={1.5} aria-hidden />}>
          {t('my_account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPalette size={16} stroke={1.5} aria-hidden />} onClick={onLayout}>
          {t('layout:open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMicrophone size={16} stroke={1.5} aria-hidden />}
          rightSection={isListening && <IconCheck size={16} stroke={1.75} aria-label={t('voice:turn_on')} />}
          onClick={onVoice}
        >
          {t('voice:title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.5} aria-hidden />} onClick={onKeys}>
          {t('keys.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconMaximize size={16} stroke={1.5} aria-hidden />} onClick={() => void toggle()}>
          {t(fullscreen ? 'layout:leave_full_screen' : 'layout:full_screen')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLock size={16} stroke={1.5} aria-hidden />} onClick={() => void lock()}>
          {t('lock')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />} onClick={() => void signOut()}>
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
