import { ActionIcon, Popover } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session.ts';
import classes from './header.module.css';
import { shortcutsFor } from './menu.ts';

/** Shows the shortcuts that the session may open, the most wanted first. */
export function ShortcutTiles({ session }: { session: Session }) {
  const { t } = useTranslation('shell');
  const [opened, setOpened] = useState(false);
  const tiles = shortcutsFor(session);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={t('shortcuts')} title={t('shortcuts')} onClick={() => setOpened(!opened)}>
          <IconGridDots size={19} stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <nav className={classes.tiles} aria-label={t('shortcuts')}>
          {tiles.map(({ name, title, icon: Picture, link }) => (
            <Link key={name} {...link} className={classes.tile} onClick={() => setOpened(false)}>
              <Picture size={22} stroke={1.5} aria-hidden />
              {title}
            </Link>
          ))}
        </nav>
      </Popover.Dropdown>
    </Popover>
  );
}
