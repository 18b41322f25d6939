import { useTranslation } from 'react-i18next';
import type { pathways } from '@wardvoice/contract';
import { named, useFormats } from '../../kit/formats.ts';
import { OCCASION_BADGES } from './occasion-badges.ts';
import { useOccasionWords } from './use-occasion-words.ts';
import classes from './pathways.module.css';

/** The steps of a patient as a row of marks, for lists. */
export function EnrolmentDots({ enrolment: { occasions } }: { enrolment: Pick<pathways.Enrolment, 'occasions'> }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const inWords = useOccasionWords();
  return (
    <ol className={classes.dots}>
      {occasions.map((occasion) => {
        const { hue, icon: Picture } = OCCASION_BADGES[occasion.state];
        const words = named(t('pathways.day', { day: number(occasion.day) }), inWords(occasion));
        return (
          <li key={occasion.day} data-hue={hue} title={words}>
            <Picture size={16} stroke={1.75} role="img" aria-label={words} />
          </li>
        );
      })}
    </ol>
  );
}
