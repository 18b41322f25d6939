import { ActionIcon, Popover } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session.ts';
import classes from './header.module.css';
import { menuFor, type MenuEntry } from './menu.ts';
import { useEntryTitle } from './use-entry-title.ts';

/** What people go to most, most wanted first; those that the session may open are shown. */
const WANTED: readonly MenuEntry['name'][] = [
  'inbox',
  'cases',
  'discharges',
  'admissions',
  'census',
  'deliveries',
  'errors',
  'users',
  'applications',
];

export function ShortcutTiles({ session }: { session: Session }) {
  const { t } = useTranslation('shell');
  const title = useEntryTitle();
  const [opened, setOpened] = useState(false);
  const entries = menuFor(session).flatMap((group) => group.entries);
  const tiles = WANTED.flatMap((name) => entries.filter((entry) => entry.name === name));
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={t('shortcuts')} title={t('shortcuts')} onClick={() => setOpened(!opened)}>
          <IconGridDots size={19} stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <nav className={classes.tiles} aria-label={t('shortcuts')}>
          {tiles.map(({ name, icon: Picture, link }) => (
            <Link key={name} {...link} className={classes.tile} onClick={() => setOpened(false)}>
              <Picture size={22} stroke={1.5} aria-hidden />
              {title(name)}
            </Link>
          ))}
        </nav>
      </Popover.Dropdown>
    </Popover>
  );
}
