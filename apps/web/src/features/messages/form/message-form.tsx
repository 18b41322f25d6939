import { Autocomplete, Checkbox, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messages, SURVEY_LANGUAGES, type BodyInputOf } from '@wardvoice/contract';
import { useApplication } from '../../../api/session.ts';
import { Form, FormSection, type RecordForm } from '../../../ui/kit/form.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import { useMessageChoices } from '../use-message-choices.ts';
import { MessagePreview, useMessagePreview } from './message-preview.tsx';
import { fromZoned, toZoned } from '../../../ui/kit/time/zoned-time.ts';

export type MessageValues = BodyInputOf<typeof messages.previewMessage>;

interface MessageFormProps {
  of: RecordForm<MessageValues>;
  submit: string;
  onCancel: () => void;
  /** True for a message that has been processed. Then the fields that decide which visit it changed are disabled. */
  isFixed?: boolean;
  /** Events to choose from. For a discharge there is only one. */
  events?: readonly string[];
  /** True for a new message: what saving sends is said, and may be switched off. A correction sends nothing. */
  maySend?: boolean;
}

type Fields = MessageValues['hl7_message'];
type Name = Exclude<keyof Fields, 'hl7_message_pid' | 'type' | 'send'>;

const CLASSES = ['I', 'E', 'O', 'P', 'R', 'B'];
/** Places between the carets of PID-13. */
const PHONE = 0;
const EMAIL = 3;

export function MessageForm({
  of,
  submit,
  onCancel,
  isFixed = false,
  events = messages.FORM_EVENTS,
  maySend = false,
}: MessageFormProps) {
  const { t, i18n } = useTranslation(['messages', 'common']);
  const { eventName, languageName, word } = useTerms();
  const zone = useApplication()?.time_zone ?? 'UTC';
  const { wards } = useMessageChoices();
  const { form } = of;
  const values = form.values.hl7_message;
  const preview = useMessagePreview(values, { addressesOnly: !maySend });
  const checked = preview.isCurrent ? preview.found : undefined;

  const path = (name: Name) => `hl7_message.${name}` as const;
  const set = <N extends Name>(name: N, value: Fields[N]) =>
    form.setFieldValue<MessageValues, string>(path(name), value);
  const text = (name: Name) => ({
    ...form.getInputProps(path(name)),
    label: t(`form.${name}`),
    value: values[name] ?? '',
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value || null),
  });
  const select = (name: Name, data: { value: string; label: string }[]) => ({
    ...form.getInputProps(path(name)),
    label: t(`form.${name}`),
    data,
    value: values[name] || null,
    clearable: name !== 'event',
    clearButtonProps: { 'aria-label': t('form.clear', { label: t(`form.${name}`) }) },
    onChange: (next: string | null) => set(name, next),
  });
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
            SURVEY_LANGUAGES.map((code) => ({ value: code, label: languageName(code) })),
          )}
        />
        <TextInput
          label={t('form.phone')}
          type="tel"
          autoComplete="off"
          value={parts[PHONE] ?? ''}
          error={form.errors[phonePath] ?? (checked?.phone === 'unusable' && t('form.phone_unusable'))}
          description={checked?.phone_read_as && t('form.phone_read_as', { phone: checked.phone_read_as })}
          onChange={(event) => setPart(PHONE, event.currentTarget.value)}
        />
        <TextInput
          label={t('form.email')}
          type="email"
          autoComplete="off"
          value={parts[EMAIL] ?? ''}
          error={checked?.email === 'unusable' && t('form.email_unusable')}
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
        <Autocomplete
          {...text('location')}
          data={wards}
          limit={50}
          onChange={(ward) => set('location', ward || null)}
        />
        <TextInput {...text('room')} />
        <TextInput {...text('bed')} />
      </FormSection>
      {maySend && (
        <FormSection title={t('preview.title')}>
          <Checkbox
            label={t('form.send')}
            description={t('form.send_hint')}
            checked={values.send !== false}
            onChange={(event) => form.setFieldValue('hl7_message.send', event.currentTarget.checked)}
          />
          <MessagePreview of={preview} isOff={values.send === false} />
        </FormSection>
      )}
    </Form>
  );
}
