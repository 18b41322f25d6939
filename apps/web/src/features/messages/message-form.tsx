import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messages, type BodyInputOf } from '@wardvoice/contract';
import { useApplication } from '../../api/session.ts';
import { Form, FormSection } from '../../ui/form.tsx';
import { useTerms } from '../../ui/terms.ts';
import type { RecordForm } from '../../ui/use-record-form.ts';
import { fromZoned, toZoned } from '../../ui/zoned-time.ts';

export type MessageValues = BodyInputOf<typeof messages.updateMessage>;

interface MessageFormProps {
  of: RecordForm<MessageValues>;
  submit: string;
  onCancel: () => void;
  /** Of a message that has been processed: it decides what the message did, and stays. */
  isFixed?: boolean;
  /** A discharge is nothing else. */
  events?: readonly string[];
}

type Name = Exclude<keyof messages.NewMessageFields, 'hl7_message_pid' | 'type'>;

const CLASSES = ['I', 'E', 'O', 'P', 'R', 'B'];
const LANGUAGES = ['en', 'ar', 'fr', 'es', 'pl', 'ur'];
/** Places between the carets of PID-13. */
const PHONE = 0;
const EMAIL = 3;

export function MessageForm({
  of,
  submit,
  onCancel,
  isFixed = false,
  events = messages.FORM_EVENTS,
}: MessageFormProps) {
  const { t, i18n } = useTranslation(['messages', 'common']);
  const { eventName, languageName, word } = useTerms();
  const zone = useApplication()?.time_zone ?? 'UTC';
  const { form } = of;
  const values = form.values.hl7_message;

  const path = (name: Name) => `hl7_message.${name}` as const;
  const set = (name: Name, value: unknown) => form.setFieldValue(path(name) as never, value);
  const text = (name: Name) => {
    const { value, ...props } = form.getInputProps(path(name)) as { value: string | null | undefined };
    return {
      ...props,
      label: t(`form.${name}` as 'form.room'),
      value: value ?? '',
      autoComplete: 'off',
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value || null),
    };
  };
  const select = (name: Name, data: { value: string; label: string }[]) => {
    const { value, ...props } = form.getInputProps(path(name)) as { value: string | null | undefined };
    return {
      ...props,
      label: t(`form.${name}` as 'form.room'),
      data,
      value: value || null,
      clearable: name !== 'event',
      clearButtonProps: { 'aria-label': t('form.clear', { label: t(`form.${name}` as 'form.room') }) },
      onChange: (next: string | null) => set(name, next),
    };
  };
  const phonePath = 'hl7_message.hl7_message_pid.phone_home';
  const parts = (values.hl7_message_pid?.phone_home ?? '').split('^');
  const setPart = (place: number, value: string) => {
    const next = Array.from({ length: Math.max(parts.length, place + 1) }, (_, index) =>
      index === place ? value.replaceAll('^', '') : (parts[index] ?? ''),
    );
    form.setFieldValue(phonePath, next.join('^').replace(/\^+$/, ''));
  };

  return (
    <Form of={of} submit={submit} onCancel={onCancel}>
      <Select
        {...select(
          'event',
          events.map((event) => ({ value: event, label: `${eventName(event)} (${event})` })),
        )}
        withAsterisk
        data-autofocus
        allowDeselect={false}
        placeholder={t('form.event_placeholder')}
        disabled={isFixed || events.length === 1}
      />
      <TextInput
        {...text('event_at')}
        type="datetime-local"
        description={t('form.event_at_hint', { zone: zone.replaceAll('_', ' ') })}
        disabled={isFixed}
        value={values.event_at ? toZoned(values.event_at, zone) : ''}
        onChange={(event) => set('event_at', fromZoned(event.currentTarget.value, zone))}
      />
      <FormSection title={t('common:patient')}>
        <TextInput {...text('patient_identifier')} withAsterisk disabled={isFixed} />
        <TextInput {...text('family_name')} />
        <TextInput {...text('given_name')} />
        <TextInput {...text('birth_date')} type="date" />
        <Select
          {...select(
            'sex',
            messages.FORM_SEXES.map((sex) => ({ value: sex, label: i18n.t(`common:sex.${sex}`) })),
          )}
        />
        <Select
          {...select(
            'language',
            LANGUAGES.map((code) => ({ value: code, label: languageName(code) })),
          )}
        />
        <TextInput
          label={t('form.phone')}
          type="tel"
          autoComplete="off"
          value={parts[PHONE] ?? ''}
          error={form.errors[phonePath]}
          onChange={(event) => setPart(PHONE, event.currentTarget.value)}
        />
        <TextInput
          label={t('form.email')}
          type="email"
          autoComplete="off"
          value={parts[EMAIL] ?? ''}
          onChange={(event) => setPart(EMAIL, event.currentTarget.value)}
        />
      </FormSection>
      <FormSection title={t('form.visit')}>
        <TextInput {...text('visit_number')} disabled={isFixed} />
        <Select
          {...select(
            'patient_class',
            CLASSES.map((code) => ({ value: code, label: word('patient_class', code) })),
          )}
        />
        <TextInput {...text('location')} />
        <TextInput {...text('room')} />
        <TextInput {...text('bed')} />
      </FormSection>
    </Form>
  );
}
