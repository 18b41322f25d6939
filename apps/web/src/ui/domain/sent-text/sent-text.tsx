import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sent-text.module.css';

/**
 * Shows the text of a delivery. Its link is the patient's own and is not stored, so a word stands in its place: nobody who reads the
 * text can answer for the patient.
 */
export function SentText({ text }: { text: string }) {
  const { t } = useTranslation();
  return text.split('{{link}}').map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <span className={classes.link}>{t('personal_link')}</span>}
      {part}
    </Fragment>
  ));
}
