import { Progress as Bar } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Progress } from './reprocess-errors.tsx';
import classes from './reprocess-progress.module.css';

export function ReprocessProgress({ progress }: { progress: Progress | null }) {
  const { t } = useTranslation('messages');
  if (!progress) return null;
  const { total, done } = progress;
  return (
    <div className={classes.progress} role="status">
      <div className={classes.words}>
        <span>{t('errors.queued', { count: total })}</span>
        <span className="wv-number">{t('errors.progress', { done, total })}</span>
      </div>
      <Bar value={(100 * done) / total} size={6} aria-label={t('errors.queued', { count: total })} />
    </div>
  );
}
