import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { pathways } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './pathways.module.css';

interface ScoreCourseProps {
  score: pathways.CourseOfScore;
  steps: readonly pathways.PathwayStep[];
}

/** How a score went from step to step: the mean with its interval on the scale of the score, and the same in figures. */
export function ScoreCourse({ score, steps }: ScoreCourseProps) {
  const { t } = useTranslation('pathways');
  const { number } = useFormats();
  const { title, least, most, higher_is_better } = score;
  const short = (value: number) => number(value, { maximumFractionDigits: 1 });
  const place = (value: number) => `${((value - least) / (most - least)) * 100}%`;
  return (
    <Panel title={t('score.title', { title })} flush>
      <p className={classes.scale}>
        {t(higher_is_better ? 'score.higher' : 'score.lower', { least: number(least), most: number(most) })}
      </p>
      <ol className={classes.steps}>
        {score.steps.map(({ day, answered, mean, interval }) => (
          <li key={day} className={classes.step}>
            <span className={classes.day}>{t('steps.day', { day: number(day) })}</span>
            <div className={classes.about}>
              <div>
                <bdi>{steps.find(({ after_days }) => after_days === day)?.title}</bdi>
              </div>
              {mean !== null && (
                <div className={classes.track} aria-hidden>
                  {interval && (
                    <Box
                      component="span"
                      className={classes.interval}
                      __vars={{ '--from': place(interval.from), '--to': place(interval.to) }}
                    />
                  )}
                  <Box component="span" className={classes.mean} __vars={{ '--place': place(mean) }} />
                </div>
              )}
              <span className="wv-quiet">
                {interval
                  ? t('score.told', { from: short(interval.from), to: short(interval.to), people: number(answered) })
                  : t('score.too_few')}
              </span>
            </div>
            <div className={classes.rate}>
              {mean !== null && (
                <>
                  <strong>{short(mean)}</strong>
                  <span className="wv-quiet">{t('score.mean')}</span>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
