import { Input, Switch, TextInput } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../ui/kit/formats.ts';
import classes from './working-hours-field.module.css';

interface WorkingHoursFieldProps {
  /** Monday first: "08:00-18:00", or empty for a day off. */
  value: readonly string[];
  error?: ReactNode;
  onChange: (value: string[]) => void;
}

const STANDARD_HOURS = '08:00-18:00';
/** 1 January 2024 was a Monday. */
const DAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => new Date(Date.UTC(2024, 0, day)));

/** Lets somebody choose, for each day of the week, from when to when people work on cases. */
export function WorkingHoursField({ value, error, onChange }: WorkingHoursFieldProps) {
  const { t } = useTranslation('applications');
  const { locale } = useFormats();
  const hintId = useId();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return (
    <fieldset className={classes.field} aria-describedby={hintId}>
      <legend>
        <Input.Label labelElement="div">{t('form.working_hours')}</Input.Label>
      </legend>
      <Input.Description id={hintId}>{t('form.working_hours_hint')}</Input.Description>
      {DAYS.map((date, index) => (
        <Day
          key={index}
          name={weekday.format(date)}
          hours={value[index] ?? ''}
          onChange={(hours) => onChange(DAYS.map((_, other) => (other === index ? hours : (value[other] ?? ''))))}
        />
      ))}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </fieldset>
  );
}

function Day({ name, hours, onChange }: { name: string; hours: string; onChange: (hours: string) => void }) {
  const { t } = useTranslation('applications');
  const [from = '', to = ''] = hours.split('-');
  return (
    <div className={classes.day}>
      <Switch
        label={name}
        checked={hours !== ''}
        onChange={(event) => onChange(event.currentTarget.checked ? STANDARD_HOURS : '')}
      />
      {hours !== '' && (
        <div className={classes.hours}>
          <TextInput
            type="time"
            size="sm"
            aria-label={t('form.working_from', { day: name })}
            value={from}
            onChange={(event) => onChange(`${event.currentTarget.value}-${to}`)}
          />
          <span aria-hidden>–</span>
          <TextInput
            type="time"
            size="sm"
            aria-label={t('form.working_to', { day: name })}
            value={to}
            onChange={(event) => onChange(`${from}-${event.currentTarget.value}`)}
          />
        </div>
      )}
    </div>
  );
}
