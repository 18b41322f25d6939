import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session.ts';
import { isOfEntry, menuFor, type MenuGroup } from './menu.ts';
import classes from './top-navigation.module.css';

/** The menu on top: each group opens below its name. */
export function TopNavigation({ session }: { session: Session }) {
  const { t } = useTranslation('shell');
  return (
    <nav className={clsx(classes.bar, 'wv-glass')} aria-label={t('main_navigation')}>
      {menuFor(session).map((group) => (
        <Group key={group.name ?? 'top'} group={group} />
      ))}
    </nav>
  );
}

function Group({ group: { name, entries } }: { group: MenuGroup }) {
  const { t } = useTranslation('shell');
  const at = useRouterState({ select: (state) => state.location.pathname });
  const isHere = (path: string) => isOfEntry(at, { path });
  if (name === null) {
    return entries.map((entry) => (
      <Link
        key={entry.name}
        {...entry.link}
        className={clsx(classes.entry, isHere(entry.path) && classes.active)}
        aria-current={isHere(entry.path) ? 'page' : undefined}
      >
        {entry.title}
      </Link>
    ));
  }
  return (
    <Menu position="bottom-start" classNames={{ dropdown: classes.dropdown ?? '' }}>
      <Menu.Target>
        <button
          type="button"
          className={clsx(classes.entry, entries.some(({ path }) => isHere(path)) && classes.active)}
        >
          {t(name)}
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ name: entry, title, icon: Picture, link, path }) => (
          <Menu.Item
            key={entry}
            component={Link}
            {...(link as { to: string })}
            aria-current={isHere(path) ? 'page' : undefined}
            leftSection={<Picture size={16} stroke={1.5} aria-hidden />}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
