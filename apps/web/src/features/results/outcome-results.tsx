import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import { named, useFormats } from '../../ui/kit/formats.ts';
import { NumberResults } from './number-results.tsx';
import { ShareTable } from './share-table.tsx';
import classes from './results.module.css';

/** The scores of the survey: how they are spread, and how patients have changed. */
export function OutcomeResults({ outcomes }: { outcomes: readonly results.OutcomeResult[] }) {
  return (
    <div className={classes.questions}>
      {outcomes.map((outcome) => (
        <Outcome key={outcome.id} outcome={outcome} />
      ))}
    </div>
  );
}

function Outcome({ outcome }: { outcome: results.OutcomeResult }) {
  const { t } = useTranslation('results');
  const { number } = useFormats();
  const { title, answered, incomplete, mean, deviation, numbers, bands, change, higher_is_better } = outcome;
  const facts = [
    t('answered_count', { count: answered }),
    incomplete > 0 && t('outcomes.incomplete', { number: number(incomplete) }),
    mean !== null && deviation !== null && t('outcomes.mean', { mean: number(mean), deviation: number(deviation) }),
    t(higher_is_better ? 'outcomes.higher' : 'outcomes.lower'),
  ].filter(Boolean);
  return (
    <section className={classes.question}>
      <h3 dir="auto">{title}</h3>
      <p className={classes.help}>{facts.join(' · ')}</p>
      {numbers === null ? (
        <p className="wv-quiet">{t('outcomes.too_few')}</p>
      ) : (
        <NumberResults title={title} numbers={numbers} />
      )}
      {bands.length > 0 && (
        <>
          <h4 className={classes.part}>{t('outcomes.bands')}</h4>
          <ShareTable label={named(title, t('outcomes.bands'))} head={t('outcomes.band')} rows={bands} />
        </>
      )}
      {change && <Change title={title} change={change} important={outcome.important_change} />}
    </section>
  );
}

interface ChangeProps {
  title: string;
  change: NonNullable<results.OutcomeResult['change']>;
  important: number | null;
}

function Change({ title, change, important }: ChangeProps) {
  const { t } = useTranslation('results');
  const { number } = useFormats();
  const { people, mean, interval } = change;
  const signed = (value: number) => number(value, { signDisplay: 'exceptZero' });
  const rows = (['better', 'same', 'worse'] as const).map((direction) => ({
    title: t(`outcomes.${direction}`),
    count: change[direction],
    share: change[direction] / people,
  }));
  return (
    <>
      <h4 className={classes.part}>{t('outcomes.change')}</h4>
      <p className={classes.help}>
        {t('outcomes.change_of', { number: number(people) })} ·{' '}
        {t('outcomes.change_mean', { mean: signed(mean), from: signed(interval.from), to: signed(interval.to) })}
        {important !== null && ` · ${t('outcomes.important', { change: number(important) })}`}
      </p>
      <ShareTable label={named(title, t('outcomes.change'))} head={t('outcomes.change')} rows={rows} />
    </>
  );
}
