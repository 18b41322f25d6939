import { Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contacts } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { LANGUAGES } from './languages.ts';
import { PossibleDuplicates } from './possible-duplicates.tsx';

interface ContactFormProps {
  /** Undefined: a new one. */
  contact?: contacts.ContactDetail;
  onReload?: () => void;
}

type Values = {
  contact: {
    name: string;
    email: string;
    phone: string;
    language: string;
    external_id: string;
    version?: number;
  };
};

export function ContactForm({ contact, onReload }: ContactFormProps) {
  const { t } = useTranslation(['contacts', 'common']);
  const { languageName } = useTerms();
  const navigate = useNavigate();
  const open = (id: number) => void navigate({ to: '/contacts/$id', params: { id: String(id) } });
  const record = useRecordForm<Values, { data: { id: number } }>({
    schema: contact ? contacts.updateContact.body : contacts.createContact.body,
    wrapper: 'contact',
    values: {
      contact: {
        name: contact?.name ?? '',
        email: contact?.email ?? '',
        phone: contact?.phone ?? '',
        language: contact?.language ?? '',
        external_id: contact?.external_id ?? '',
        ...(contact ? { version: contact.version } : {}),
      },
    },
    save: (values) =>
      contact
        ? call(contacts.updateContact, { params: { id: contact.id }, body: values })
        : call(contacts.createContact, { body: values }),
    changes: ['contacts', 'opt_outs'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const { email, phone, external_id, language } = form.values.contact;
  const languages = [...new Set([...LANGUAGES, ...(contact?.language ? [contact.language] : [])])];
  return (
    <Form
      of={record}
      submit={contact ? t('common:record.save') : t('create')}
      onCancel={() => (contact ? open(contact.id) : void navigate({ to: '/contacts/index' }))}
    >
      <TextInput
        label={t('name')}
        required
        maxLength={200}
        dir="auto"
        data-autofocus
        {...form.getInputProps('contact.name')}
      />
      <TextInput
        label={t('email')}
        type="email"
        maxLength={254}
        {...(contact ? { description: t('carry_help') } : {})}
        {...form.getInputProps('contact.email')}
      />
      <TextInput
        label={t('phone')}
        type="tel"
        maxLength={40}
        description={t('phone_help')}
        {...form.getInputProps('contact.phone')}
      />
      <TextInput
        label={t('external_id')}
        maxLength={100}
        description={t('external_id_help')}
        {...form.getInputProps('contact.external_id')}
      />
      <PossibleDuplicates typed={{ email, phone, external_id }} exceptId={contact?.id} />
      <Select
        label={t('language')}
        description={t('language_help')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common:list.remove_filter', { label: t('language') }) }}
        data={languages.map((value) => ({ value, label: languageName(value) }))}
        {...form.getInputProps('contact.language')}
        value={language || null}
        onChange={(value) => form.setFieldValue('contact.language', value ?? '')}
      />
    </Form>
  );
}
