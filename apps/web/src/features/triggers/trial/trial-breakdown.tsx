import { ScrollArea, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { triggers } from '@wardvoice/contract';
import { useFormats } from '../../../ui/kit/formats.ts';
import classes from '../triggers.module.css';

const TrialMonths = lazy(async () => ({ default: (await import('./trial-months.tsx')).TrialMonths }));

const MONTHS_HEIGHT = 200;
/** Of ten wards; a large hospital has more. */
const WARDS_HEIGHT = 330;

/** Shows what a trial counted by month, as a plot, and by ward. */
export function TrialBreakdown({ outcome: { months, wards } }: { outcome: triggers.TrialOutcome }) {
  const { t } = useTranslation(['triggers', 'common']);
  const { number } = useFormats();
  if (months.length === 0) return null;
  return (
    <>
      <section className={classes.breakdown} aria-label={t('trial.months')}>
        <h3>{t('trial.months')}</h3>
        <Suspense fallback={<Skeleton height={MONTHS_HEIGHT} />}>
          <TrialMonths months={months} height={MONTHS_HEIGHT} />
        </Suspense>
      </section>
      <section className={classes.breakdown} aria-label={t('trial.wards')}>
        <h3>{t('trial.wards')}</h3>
        <ScrollArea.Autosize
          mah={WARDS_HEIGHT}
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('trial.wards') }}
        >
          <table className={`${classes.reasons} ${classes.wards}`}>
            <thead>
              <tr>
                <th scope="col">{t('common:ward')}</th>
                <th scope="col">{t('trial.fit')}</th>
                <th scope="col">{t('trial.sent')}</th>
              </tr>
            </thead>
            <tbody>
              {wards.map(({ location, matched, would_send }) => (
                <tr key={location}>
                  <th scope="row">{location ?? t('trial.no_ward')}</th>
                  <td>{number(matched)}</td>
                  <td>{number(would_send)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea.Autosize>
      </section>
    </>
  );
}
