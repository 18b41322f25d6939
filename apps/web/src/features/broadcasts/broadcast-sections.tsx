import { Chip, Input, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { broadcasts, type BodyInputOf } from '@wardvoice/contract';
import { FormSection } from '../../ui/kit/form.tsx';
import classes from './broadcasts.module.css';

export interface BroadcastValues {
  broadcast: BodyInputOf<typeof broadcasts.createBroadcast>;
}

interface SectionProps {
  form: UseFormReturnType<BroadcastValues>;
}

export const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const PLACEHOLDERS = broadcasts.BROADCAST_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');

/** Asks on which days and at what time the broadcast is sent by itself. */
export function ScheduleSection({ form, timeZone }: SectionProps & { timeZone: string }) {
  const { t } = useTranslation('broadcasts');
  const isScheduled = form.values.broadcast.schedule === true;
  return (
    <FormSection title={t('form.when')} text={t('form.when_text', { zone: timeZone })}>
      <Switch
        label={t('form.schedule')}
        description={t('form.schedule_help')}
        {...form.getInputProps('broadcast.schedule', { type: 'checkbox' })}
      />
      {isScheduled && (
        <>
          <div className={classes.pair}>
            <TextInput
              type="time"
              label={t('form.send_at')}
              withAsterisk
              {...form.getInputProps('broadcast.send_at')}
            />
            <TextInput
              type="date"
              label={t('form.starts_at')}
              withAsterisk
              {...form.getInputProps('broadcast.starts_at')}
            />
            <TextInput type="date" label={t('form.ends_at')} {...form.getInputProps('broadcast.ends_at')} />
          </div>
          {!form.values.broadcast.ends_at && <p className={classes.hint}>{t('form.without_end')}</p>}
          <DaysField form={form} />
        </>
      )}
    </FormSection>
  );
}

function DaysField({ form }: SectionProps) {
  const { t } = useTranslation('broadcasts');
  const days = (form.values.broadcast.data?.day_of_week ?? []).map(Boolean);
  return (
    <Input.Wrapper label={t('form.days')} labelElement="div" error={form.errors['broadcast.data.day_of_week']}>
      <div className={classes.days} role="group" aria-label={t('form.days')}>
        {DAYS.map((day, index) => (
          <Chip
            key={day}
            size="sm"
            variant="outline"
            checked={days[index] ?? false}
            onChange={(checked) => {
              form.clearFieldError('broadcast.data.day_of_week');
              form.setFieldValue('broadcast.data.day_of_week', days.with(index, checked));
            }}
          >
            {t(`day.${day}`)}
          </Chip>
        ))}
      </div>
    </Input.Wrapper>
  );
}

/** Asks for the words of the message. */
export function WordsSection({ form, standardSubject }: SectionProps & { standardSubject: string }) {
  const { t } = useTranslation('broadcasts');
  return (
    <FormSection title={t('form.words')} text={t('form.words_text', { names: PLACEHOLDERS })}>
      {form.values.broadcast.channel !== 'sms' && (
        <TextInput
          label={t('form.subject')}
          maxLength={200}
          placeholder={standardSubject}
          {...form.getInputProps('broadcast.subject')}
        />
      )}
      <Textarea
        label={t('form.text')}
        autosize
        minRows={3}
        maxLength={2000}
        {...form.getInputProps('broadcast.text')}
      />
    </FormSection>
  );
}
