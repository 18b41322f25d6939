import { Button } from '@mantine/core';
import { IconCircleCheck, IconCloudOff, IconFilterOff, IconNotes, type Icon } from '@tabler/icons-react';
import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from './failure.ts';
import classes from './state-panels.module.css';

interface EmptyStateProps {
  title: string;
  /** The text is one sentence. */
  text: string;
  icon?: Icon;
  /** A single button or link that helps. */
  action?: ReactNode;
}

export function EmptyState({ title, text, icon: Picture = IconNotes, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Picture size={28} stroke={1.25} aria-hidden />
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  );
}

interface NoMatchProps {
  onClear: () => void;
  /** Said in place of "Nothing matches" where that nothing is there is good to know. */
  none?: { title: string; text: string } | undefined;
}

export function NoMatch({ onClear, none }: NoMatchProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={none ? IconCircleCheck : IconFilterOff}
      title={none?.title ?? t('list.no_match_title')}
      text={none?.text ?? t('list.no_match_text')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('list.clear_filters')}
        </Button>
      }
    />
  );
}

interface FailedStateProps {
  error: Failure;
  onRetry: () => void;
}

/** What stands below the notice that a record is not here, or not for this person: ways to look for it elsewhere. */
const WhereElse = createContext<ReactNode>(null);
export const WhereElseIs = WhereElse.Provider;

/** Stands in place of what could not be loaded, with the reason and a button to try again. */
export function FailedState({ error, onRetry }: FailedStateProps) {
  const { t } = useTranslation();
  const missing = error.status === 404;
  const whereElse = useContext(WhereElse);
  return (
    <EmptyState
      icon={IconCloudOff}
      title={missing ? t('record.not_found_title') : t('record.failed_title')}
      text={missing ? t('record.not_found_text') : error.message}
      action={
        <div className={classes.actions}>
          <Button variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
          {(missing || error.status === 403) && whereElse}
        </div>
      }
    />
  );
}
