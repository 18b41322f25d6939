import { Alert, Checkbox, NativeSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { destinations } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form, FormSection } from '../../ui/kit/form.tsx';

type Saved = { data: destinations.Destination };

interface DestinationFormProps {
  /** What is changed; undefined: a new one is made. */
  destination?: destinations.Destination;
  onSaved: (saved: destinations.Destination) => void;
  onCancel: () => void;
  onReload?: () => void;
}

interface Values {
  destination: {
    name: string;
    host: string;
    port: number;
    tls: boolean;
    ca: string | null;
    client_certificate: string | null;
    /** Undefined: the stored one stays. */
    client_key?: string | undefined;
    messages: boolean;
    answers: boolean;
    message_types: string[];
    wards: string[];
    acknowledgements: destinations.Destination['acknowledgements'];
    answer_seconds: number;
    on_error: 'stop' | 'skip';
    version?: number;
  };
}

const MLLP_PORT = 2575;

function startOf(destination: destinations.Destination | undefined): Values {
  if (!destination)
    return {
      destination: {
        name: '',
        host: '',
        port: MLLP_PORT,
        tls: true,
        ca: null,
        client_certificate: null,
        messages: true,
        answers: false,
        message_types: [],
        wards: [],
        acknowledgements: 'always',
        answer_seconds: 10,
        on_error: 'stop',
      },
    };
  const { name, host, port, tls, ca, client_certificate, messages, answers, message_types, wards } = destination;
  const { acknowledgements, answer_seconds, on_error, version } = destination;
  return {
    destination: {
      name,
      host,
      port,
      tls,
      ca,
      client_certificate,
      messages,
      answers,
      message_types,
      wards,
      acknowledgements,
      answer_seconds,
      on_error,
      version,
    },
  };
}

/** `system`: a certificate that this machine trusts; `own`: one of an authority that is pasted in. */
type Transport = 'plain' | 'system' | 'own';

export function DestinationForm({ destination, onSaved, onCancel, onReload }: DestinationFormProps) {
  const { t } = useTranslation(['destinations', 'common']);
  const record = useRecordForm<Values, Saved>({
    schema: destination ? destinations.updateDestination.body : destinations.createDestination.body,
    wrapper: 'destination',
    values: startOf(destination),
    save: (body) =>
      destination
        ? call(destinations.updateDestination, { params: { id: destination.id }, body })
        : call(destinations.createDestination, { body }),
    changes: ['destinations', 'alarms'],
    onSaved: ({ data }) => onSaved(data),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const { tls, ca, client_certificate, client_key, port, answer_seconds, messages, message_types, wards } =
    form.values.destination;
  const hasKey = Boolean(destination?.client_certificate);
  const transport: Transport = !tls ? 'plain' : ca === null ? 'system' : 'own';
  const choose = (chosen: string) => {
    form.setFieldValue('destination.tls', chosen !== 'plain');
    form.setFieldValue('destination.ca', chosen === 'own' ? (ca ?? '') : null);
    if (chosen === 'plain') showCertificate(null);
  };
  const showCertificate = (certificate: string | null) => {
    form.setFieldValue('destination.client_certificate', certificate);
    form.setFieldValue('destination.client_key', undefined);
  };
  const pem = (label: string) => ({
    required: true,
    dir: 'ltr',
    autosize: true,
    minRows: 4,
    maxRows: 12,
    maxLength: 65536,
    spellCheck: false,
    // The lines of PEM are 64 characters long (RFC 7468 §2), and stay whole so.
    styles: { input: { fontFamily: 'var(--wv-font-mono)', fontSize: 12 } },
    placeholder: `-----BEGIN ${label}-----`,
  });
  const tags = (name: 'message_types' | 'wards', value: string[]) => ({
    label: t(name),
    description: t(`${name}_help`),
    value,
    error: firstErrorBelow(form.errors, `destination.${name}`),
    onChange: (next: string[]) => form.setFieldValue(`destination.${name}`, next),
    clearable: true,
    acceptValueOnBlur: true,
  });
  return (
    <Form of={record} submit={destination ? t('common:record.save') : t('create')} onCancel={onCancel}>
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('destination.name')}
      />
      <FormSection title={t('connection')}>
        <TextInput
          label={t('host')}
          description={t('host_help')}
          required
          dir="ltr"
          maxLength={253}
          {...form.getInputProps('destination.host')}
        />
        <NumberInput
          label={t('port')}
          required
          min={1}
          max={65535}
          allowDecimal={false}
          thousandSeparator=""
          {...form.getInputProps('destination.port')}
          value={port}
        />
        <NativeSelect
          label={t('transport')}
          value={transport}
          onChange={(event) => choose(event.currentTarget.value)}
          data={(['system', 'own', 'plain'] as const).map((value) => ({ value, label: t(`transports.${value}`) }))}
        />
        {transport === 'plain' && (
          <Alert color="yellow" icon={<IconLockOpen />} title={t('plain_title')}>
            {t('plain_text')}
          </Alert>
        )}
        {transport === 'own' && (
          <Textarea
            label={t('ca')}
            description={t('ca_help')}
            {...pem('CERTIFICATE')}
            {...form.getInputProps('destination.ca')}
            value={ca ?? ''}
          />
        )}
        {transport !== 'plain' && (
          <Checkbox
            label={t('shows_certificate')}
            description={t('shows_certificate_help')}
            checked={client_certificate !== null}
            onChange={(event) => showCertificate(event.currentTarget.checked ? '' : null)}
          />
        )}
        {client_certificate !== null && (
          <>
            <Textarea
              label={t('client_certificate')}
              description={t('client_certificate_help')}
              {...pem('CERTIFICATE')}
              {...form.getInputProps('destination.client_certificate')}
              value={client_certificate}
            />
            <Textarea
              label={t('client_key')}
              description={t(hasKey ? 'client_key_kept' : 'client_key_help')}
              {...pem('PRIVATE KEY')}
              required={!hasKey}
              autoComplete="off"
              {...form.getInputProps('destination.client_key')}
              value={client_key ?? ''}
              onChange={(event) => form.setFieldValue('destination.client_key', event.currentTarget.value || undefined)}
            />
          </>
        )}
      </FormSection>
      <FormSection title={t('what_is_sent')}>
        <Checkbox
          label={t('messages')}
          description={t('what_is_sent_text')}
          {...form.getInputProps('destination.messages', { type: 'checkbox' })}
        />
        {messages && (
          <TagsInput
            {...tags('message_types', message_types)}
            placeholder={message_types.length === 0 ? 'ADT^A01' : ''}
          />
        )}
        <Checkbox
          label={t('answers_sent')}
          description={t('answers_sent_help')}
          {...form.getInputProps('destination.answers', { type: 'checkbox' })}
        />
        <TagsInput {...tags('wards', wards)} />
      </FormSection>
      <FormSection title={t('answers')}>
        <NativeSelect
          label={t('acknowledgements')}
          description={t('acknowledgements_help')}
          {...form.getInputProps('destination.acknowledgements')}
          data={destinations.ACKNOWLEDGEMENTS.map((value) => ({ value, label: t(`acknowledgement.${value}`) }))}
        />
        <NumberInput
          label={t('answer_seconds')}
          required
          min={1}
          max={30}
          allowDecimal={false}
          {...form.getInputProps('destination.answer_seconds')}
          value={answer_seconds}
        />
        <NativeSelect
          label={t('on_error')}
          description={t('on_error_help')}
          {...form.getInputProps('destination.on_error')}
          data={(['stop', 'skip'] as const).map((value) => ({ value, label: t(`on_errors.${value}`) }))}
        />
      </FormSection>
    </Form>
  );
}

/** Returns the error of a list, or of the first of its values that has one. */
function firstErrorBelow(errors: Readonly<Record<string, unknown>>, path: string): string | undefined {
  const found = Object.entries(errors).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];
  return typeof found === 'string' ? found : undefined;
}
