import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { pathways } from '@wardvoice/contract';
import { named, useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import classes from './pathways.module.css';

/** What a step has come to, from left to right as the bar shows it. */
const PARTS = ['answered', 'open', 'unanswered', 'not_sent', 'missed'] as const;

/** One step with a bar of all who were to be asked, and the same in figures. */
export function StepRow({ step }: { step: pathways.PathwayStep }) {
  const { t } = useTranslation(['pathways', 'triggers']);
  const { number, percent } = useFormats();
  const { counts } = step;
  const all = PARTS.reduce((sum, part) => sum + counts[part], 0);
  const figures = [...PARTS, 'skipped' as const]
    .filter((part) => counts[part] > 0)
    .map((part) => ({ part, text: named(t(`steps.part.${part}`), number(counts[part])) }));
  const plan = [
    t('steps.window', { days: number(step.window_days) }),
    t(`triggers:channel.${step.channel}`),
    ...(step.reminders > 0 ? [t('steps.reminders', { number: number(step.reminders) })] : []),
    ...(step.only_if
      ? [t(`steps.only.${step.only_if.is}`, { day: number(step.only_if.day), value: step.only_if.value })]
      : []),
  ];
  return (
    <li className={classes.step}>
      <span className={classes.day}>{t('steps.day', { day: number(step.after_days) })}</span>
      <div className={classes.about}>
        <div className={classes.name}>
          <strong>
            <bdi>{step.title}</bdi>
          </strong>
          <AnchorLink to="/surveys/$id" params={{ id: String(step.survey_id) }}>
            <bdi>{step.survey_title}</bdi>
          </AnchorLink>
        </div>
        <div className="wv-quiet">
          {plan.map((part, place) => (
            <Fragment key={part}>
              {place > 0 && ' · '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
        </div>
        {all > 0 && (
          <div className={classes.bar} aria-hidden>
            {PARTS.map((part) => (
              <span key={part} data-part={part} style={{ flexGrow: counts[part] }} />
            ))}
          </div>
        )}
        <ul className={classes.figures}>
          {figures.length === 0 ? (
            <li className="wv-quiet">{t('steps.nobody')}</li>
          ) : (
            figures.map(({ part, text }) => (
              <li key={part} data-part={part}>
                {text}
              </li>
            ))
          )}
        </ul>
      </div>
      <div className={classes.rate}>
        {counts.asked > 0 && (
          <>
            <strong>{percent(counts.answered / counts.asked)}</strong>
            <span className="wv-quiet">{t('steps.rate')}</span>
          </>
        )}
      </div>
    </li>
  );
}
