import { Button } from '@mantine/core';
import { IconCloudOff, IconFilterOff, IconNotes, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../api/api-error.ts';
import classes from './state-panels.module.css';

interface EmptyStateProps {
  title: string;
  /** One sentence. */
  text: string;
  icon?: Icon;
  /** One action. */
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

export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconFilterOff}
      title={t('list.no_match_title')}
      text={t('list.no_match_text')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('list.clear_filters')}
        </Button>
      }
    />
  );
}

interface FailedStateProps {
  error: ApiError;
  onRetry: () => void;
}

/** In place of what could not be loaded. */
export function FailedState({ error, onRetry }: FailedStateProps) {
  const { t } = useTranslation();
  const missing = error.status === 404;
  return (
    <EmptyState
      icon={IconCloudOff}
      title={missing ? t('record.not_found_title') : t('record.failed_title')}
      text={missing ? t('record.not_found_text') : error.message}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  );
}
