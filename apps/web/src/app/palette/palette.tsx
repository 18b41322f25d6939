import { Loader, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import clsx from 'clsx';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../api/session.ts';
import { commandOf, matching, screensFor, sourcesFor, type Command, type CommandGroup } from './commands.ts';
import classes from './palette.module.css';
import { useFound } from './use-found.ts';

interface PaletteProps {
  session: Session;
  /** What can be done on every screen, beside going somewhere. */
  actions: readonly Command[];
  onClose: () => void;
}

/** Finds screens, records, people and actions by their names. The focus stays in the field; the arrows move the choice. */
export function Palette({ session, actions, onClose }: PaletteProps) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const id = useId();
  const [term, setTerm] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const { groups, isFinding } = useGroups(session, actions, term);
  const commands = groups.flatMap((group) => group.commands);
  const at = Math.max(
    0,
    commands.findIndex((command) => command.id === activeId),
  );
  const active = commands[at];

  const choose = (command: Command) => {
    onClose();
    if ('run' in command) command.run();
    else void router.navigate(command.link);
  };
  const move = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (event.key === 'Enter' && active) choose(active);
    else if (to !== undefined) setActiveId(commands.at(to % commands.length)?.id ?? null);
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root opened onClose={onClose} size={620} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <div className={classes.field}>
          <IconSearch size={18} stroke={1.5} aria-hidden />
          <input
            data-autofocus
            role="combobox"
            aria-label={t('palette.label')}
            aria-expanded={commands.length > 0}
            aria-controls={`${id}list`}
            aria-activedescendant={active && id + active.id}
            aria-autocomplete="list"
            autoComplete="off"
            placeholder={t('palette.placeholder')}
            value={term}
            onChange={(event) => {
              setTerm(event.currentTarget.value);
              setActiveId(null);
            }}
            onKeyDown={move}
          />
          {isFinding && <Loader size={16} aria-hidden />}
        </div>
        <div id={`${id}list`} role="listbox" aria-label={t('palette.results')} className={classes.list}>
          {groups.map(({ name, title, commands: ofGroup }) => (
            <div key={name} role="group" aria-labelledby={id + name} className={classes.group}>
              <div id={id + name} className={classes.heading}>
                {title}
              </div>
              {ofGroup.map((command) => (
                <Option
                  key={command.id}
                  id={id + command.id}
                  command={command}
                  isActive={command === active}
                  onChoose={() => choose(command)}
                  onPoint={() => setActiveId(command.id)}
                />
              ))}
            </div>
          ))}
        </div>
        <p role="status" className={clsx(classes.status, commands.length > 0 && classes.hidden)}>
          {!isFinding && t('palette.count', { count: commands.length })}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

interface OptionProps {
  id: string;
  command: Command;
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function Option({ id, command: { title, detail }, isActive, onChoose, onPoint }: OptionProps) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      ref={row}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      onClick={onChoose}
      onMouseMove={onPoint}
    >
      <bdi>{title}</bdi>
      {detail && <bdi className={classes.detail}>{detail}</bdi>}
    </button>
  );
}

/** What fits the term, by kind. Without a term: every screen and action. */
function useGroups(session: Session, actions: readonly Command[], term: string) {
  const { t } = useTranslation('shell');
  const found = useFound(session, term);
  const sources = sourcesFor(session);
  const creates = sources.flatMap(({ name, create }) => (create ? [commandOf(name, create)] : []));
  const others = sources.flatMap(({ name, screens = [] }) => screens.map((screen) => commandOf(name, screen)));
  const groups: CommandGroup[] = [
    {
      name: 'screens',
      title: t('palette.screens'),
      commands: matching([...screensFor(session, nameOfGroup), ...others], term),
    },
    ...found.groups,
    { name: 'actions', title: t('palette.actions'), commands: matching([...creates, ...actions], term) },
  ];
  function nameOfGroup(name: string): string {
    return t(name as 'messages');
  }
  return { groups: groups.filter(({ commands }) => commands.length > 0), isFinding: found.isFinding };
}
