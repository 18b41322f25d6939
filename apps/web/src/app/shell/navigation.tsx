import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import clsx from 'clsx';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session.ts';
import type { MenuEntry } from '../../ui/domain/menu-entry.ts';
import { isOfEntry, menuFor, type MenuGroup } from './menu.ts';
import classes from './navigation.module.css';
import { useUnreadCount } from './use-unread-count.ts';
import { useUnreadFeedback } from './use-unread-feedback.ts';
import { useUnreadTexts } from './use-unread-texts.ts';

interface NavigationProps {
  session: Session;
  minified: boolean;
  /** Undefined in the drawer of a phone, which cannot be minified. */
  onMinify?: (minified: boolean) => void;
  onFollow?: () => void;
}

export function Navigation({ session, minified, onMinify, onFollow }: NavigationProps) {
  const { t } = useTranslation('shell');
  const id = useId();
  const groups = menuFor(session);
  const at = useRouterState({ select: (state) => state.location.pathname });
  const list = useScrollToActive(at);
  const { isOpen, toggle } = useOpenGroups(groups);
  const unread: Partial<Record<string, number>> = {
    inbox: useUnreadCount(),
    texts: useUnreadTexts(),
    feedback: useUnreadFeedback(),
  };
  const Minify = minified ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const minifyLabel = t(minified ? 'expand' : 'minify');
  return (
    <nav className={clsx(classes.navigation, minified && classes.minified)} aria-label={t('main_navigation')}>
      <div ref={list} className={classes.groups}>
        {groups.map((group) => (
          <div key={group.name ?? 'top'} className={classes.group}>
            {group.name && (
              <h2 className={classes.heading}>
                <button
                  type="button"
                  id={id + group.name}
                  className={classes.toggle}
                  data-active={group.entries.some((entry) => isOfEntry(at, entry)) || undefined}
                  aria-expanded={isOpen(group.name)}
                  onClick={() => toggle(group.name)}
                >
                  {t(group.name)}
                  <IconChevronDown size={14} stroke={1.75} aria-hidden />
                </button>
              </h2>
            )}
            <ul
              aria-labelledby={group.name ? id + group.name : undefined}
              hidden={!minified && group.name !== null && !isOpen(group.name)}
            >
              {group.entries.map((entry) => (
                <li key={entry.name}>
                  <Entry
                    entry={entry}
                    active={isOfEntry(at, entry)}
                    minified={minified}
                    onFollow={onFollow}
                    count={unread[entry.name] ?? 0}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {onMinify && (
        <Tooltip label={minifyLabel} position="right" disabled={!minified}>
          <button type="button" className={classes.minify} aria-label={minifyLabel} onClick={() => onMinify(!minified)}>
            <Minify size={18} stroke={1.5} aria-hidden />
            <span className={classes.label}>{minifyLabel}</span>
          </button>
        </Tooltip>
      )}
    </nav>
  );
}

/** Brings the entry of the screen that is open into view, where the menu is longer than the window. */
function useScrollToActive(at: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const entry = list.current?.querySelector('[aria-current=page]');
    if (!list.current || !entry) return;
    const shown = list.current.getBoundingClientRect();
    const { top, bottom } = entry.getBoundingClientRect();
    if (top < shown.top) list.current.scrollTop -= shown.top - top;
    if (bottom > shown.bottom) list.current.scrollTop += bottom - shown.bottom;
  }, [at]);
  return list;
}

/** All are open until somebody says otherwise, also those that come with another application; opening one closes the others. */
function useOpenGroups(groups: readonly MenuGroup[]) {
  const [closed, setClosed] = useState<readonly MenuGroup['name'][]>([]);
  const isOpen = (name: MenuGroup['name']) => !closed.includes(name);
  const toggle = (name: MenuGroup['name']) =>
    setClosed((now) =>
      now.includes(name) ? groups.map((group) => group.name).filter((one) => one !== name) : [...now, name],
    );
  return { isOpen, toggle };
}

interface EntryProps {
  entry: MenuEntry;
  active: boolean;
  minified: boolean;
  count: number;
  onFollow: (() => void) | undefined;
}

/** A menu has some fifty: one is drawn again only when something of it changed, and has a tip only where its label is hidden. */
const Entry = memo(function Entry({ entry, active, minified, count, onFollow }: EntryProps) {
  const { title, icon: Picture, hue, link } = entry;
  const shown = (
    <Link
      {...link}
      className={clsx(classes.entry, active && classes.active)}
      aria-current={active ? 'page' : undefined}
      onClick={onFollow}
    >
      <Picture size={18} stroke={1.5} aria-hidden className={clsx(classes.icon, hue && classes.hued)} data-hue={hue} />
      <span className={classes.label}>{title}</span>
      {count > 0 && (
        <span className={classes.count} dir="ltr">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
  if (!minified) return shown;
  return (
    <Tooltip label={title} position="right">
      {shown}
    </Tooltip>
  );
});
