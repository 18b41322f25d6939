import { ActionIcon, Indicator, Menu } from '@mantine/core';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconBell,
  IconCheck,
  IconDeviceDesktop,
  IconLock,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session.ts';
import { Brand } from './brand.tsx';
import classes from './header.module.css';
import { LiveIndicator } from './live-indicator.tsx';
import { lock } from '../../features/account/lock.ts';
import { useSignOut } from './use-sign-out.ts';
import { useUnreadCount } from './use-unread-count.ts';

interface HeaderProps {
  session: Session;
  navigationOpen: boolean;
  onOpenNavigation: () => void;
}

export function Header({ session, navigationOpen, onOpenNavigation }: HeaderProps) {
  const { t } = useTranslation('shell');
  const hasApplication = session.application_user.application !== null;
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.burger ?? ''}
        aria-label={t('open_navigation')}
        aria-expanded={navigationOpen}
        onClick={onOpenNavigation}
      >
        <IconMenu2 size={20} stroke={1.5} />
      </ActionIcon>
      <Brand session={session} />
      <div className={classes.end}>
        {hasApplication && <LiveIndicator />}
        {hasApplication && <InboxBell />}
        <SchemeMenu />
        <UserMenu name={session.current_user.name} email={session.current_user.email} />
      </div>
    </header>
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

function UserMenu({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation('shell');
  const signOut = useSignOut();
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
