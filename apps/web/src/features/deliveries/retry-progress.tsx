import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { deliveries } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import classes from './retries.module.css';

interface RetryProgressProps {
  retry: deliveries.DeliveryRetry;
  onHide: () => void;
}

/** Shows how far a retry has come, and its result. */
export function RetryProgress({ retry, onHide }: RetryProgressProps) {
  const { t } = useTranslation('deliveries');
  const { number } = useFormats();
  const { total, waiting, sent, suppressed, failed, again, user_name } = retry;
  const done = total - waiting;
  const isOver = waiting === 0;
  const title = t(isOver ? 'retries.finished' : 'retries.progress', { count: total });
  return (
    <div className={classes.progress} role="status">
      <div className={classes.words}>
        <span>
          <strong>{title}</strong>{' '}
          {user_name && <span className="wv-quiet">{t('retries.by', { name: user_name })}</span>}
        </span>
        <span className="wv-number">{t('retries.done', { done: number(done), total: number(total) })}</span>
      </div>
      {!isOver && <Progress value={(100 * done) / total} size={6} aria-label={title} />}
      <div className={classes.words}>
        <span>
          {t('retries.result', { sent: number(sent), suppressed: number(suppressed), failed: number(failed) })}
          {again > 0 && `; ${t('retries.again', { count: again })}`}
        </span>
        {isOver && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={onHide}>
            {t('retries.hide')}
          </Button>
        )}
      </div>
    </div>
  );
}
