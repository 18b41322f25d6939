import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { deliveries } from '@wardvoice/contract';
import classes from './retries.module.css';

interface RetryBarProps {
  /** Number of failed deliveries among all that the filters choose. */
  failed: number;
  /** Ids of the failed deliveries on the page. */
  onPage: readonly number[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: ReadonlySet<number>) => void;
  /** Called with the chosen deliveries, or with "all" for all that the filters choose. */
  onRetry: (what: Pick<deliveries.WhatToRetry, 'ids'> | 'all') => void;
}

/** Offers to try the chosen deliveries again, or all that the filters choose. It is shown while something has failed. */
export function RetryBar({ failed, onPage, chosen, onChoose, onRetry }: RetryBarProps) {
  const { t } = useTranslation('deliveries');
  if (failed === 0 && chosen.size === 0) return null;
  return (
    <div className={classes.bar} role="group" aria-label={t('retries.bar')}>
      <span role="status">
        {chosen.size > 0 ? t('retries.chosen', { count: chosen.size }) : t('retries.failed', { count: failed })}
      </span>
      {chosen.size > 0 ? (
        <>
          <Button size="compact-sm" onClick={() => onRetry({ ids: [...chosen].join(',') })}>
            {t('retries.some', { count: chosen.size })}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChoose(new Set())}>
            {t('retries.clear')}
          </Button>
        </>
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => onRetry('all')}>
          {t('retries.all', { count: failed })}
        </Button>
      )}
      {onPage.some((id) => !chosen.has(id)) && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => onChoose(new Set([...chosen, ...onPage].slice(0, MAX_CHOSEN)))}
        >
          {t('retries.choose_page')}
        </Button>
      )}
    </div>
  );
}

/** The call accepts at most this many ids. */
const MAX_CHOSEN = 200;
