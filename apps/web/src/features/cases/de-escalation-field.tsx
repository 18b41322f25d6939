import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { cases } from '@wardvoice/contract';
import classes from './de-escalation.module.css';

interface DeEscalationFieldProps {
  offer: cases.DeEscalationOffer;
  checked: boolean;
  error: React.ReactNode;
  onChange: (checked: boolean) => void;
}

/** Offers the survey that asks again, to whom and by which channel; or says why it cannot be sent. */
export function DeEscalationField({ offer, checked, error, onChange }: DeEscalationFieldProps) {
  const { t } = useTranslation(['cases', 'terms']);
  const { refusal, channel, recipient, survey_title } = offer;
  if (refusal !== null || channel === null) {
    const why = t(`de_escalation.refusal.${refusal as 'other'}`, { defaultValue: t('de_escalation.refusal.other') });
    return <p className={classes.refused}>{t('de_escalation.not_offered', { why })}</p>;
  }
  return (
    <Checkbox
      mt={16}
      label={t('de_escalation.send')}
      description={t('de_escalation.to', { survey: survey_title, recipient, channel: t(`terms:channel.${channel}`) })}
      checked={checked}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
