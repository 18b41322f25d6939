import { useTranslation } from 'react-i18next';
import type { deliveries } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './retries.module.css';

interface RefusalsProps {
  refusals: readonly {
    reason: deliveries.SuppressionReason;
    count: number;
    possible_from: string | null;
  }[];
  /** True when the retry is of one delivery. Then no number is said. */
  isSingle: boolean;
}

/** Says what would be stopped, and why. Shows nothing when nothing would be. */
export function Refusals({ refusals, isSingle }: RefusalsProps) {
  const { t } = useTranslation('deliveries');
  const { word } = useTerms();
  const { dateTime, number } = useFormats();
  const [first] = refusals;
  if (!first) return null;
  if (isSingle) {
    const { reason, possible_from } = first;
    const why = { reason: word('reason', reason), at: possible_from ? dateTime(possible_from) : '' };
    return (
      <p className={classes.refusals} role="status">
        {t(possible_from ? 'retries.refused_single_until' : 'retries.refused_single', why)}
      </p>
    );
  }
  const all = refusals.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={classes.refusals} role="status">
      <p>{t('retries.refused', { count: all })}</p>
      <ul>
        {refusals.map(({ reason, count }) => (
          <li key={reason}>
            <span className="wv-number">{number(count)}</span> {word('reason', reason)}
          </li>
        ))}
      </ul>
    </div>
  );
}
