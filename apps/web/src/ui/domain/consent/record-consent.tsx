import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { consent } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { Form } from '../../kit/form.tsx';
import { noticeSuccess } from '../notices.ts';
import { useTerms } from '../terms.ts';
import { useRecordForm } from '../record-form/use-record-form.ts';

type Who = { patientId: number } | { contactId: number };

/** Records that a person has consented on paper, in person or on the phone, or withdraws it. */
export function RecordConsent({ who }: { who: Who }) {
  const { t } = useTranslation(['consent_ledger', 'common']);
  const mayUpdate = useMay()('contacts.update');
  const [opened, { open, close }] = useDisclosure();
  if (!mayUpdate) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {t('record')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('record_title')}
        size={480}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <RecordForm who={who} onClose={close} />
      </Modal>
    </>
  );
}

interface Values {
  consent: { purpose: string; channel: string; agreed: boolean; manner: string; given_on: string; note: string };
}

function RecordForm({ who, onClose }: { who: Who; onClose: () => void }) {
  const { t } = useTranslation('consent_ledger');
  const { word } = useTerms();
  const record = useRecordForm<Values, unknown>({
    schema: consent.recordPatientConsent.body,
    wrapper: 'consent',
    values: { consent: { purpose: '', channel: '', agreed: true, manner: '', given_on: '', note: '' } },
    save: (values) => {
      const body = consent.recordPatientConsent.body.parse(values);
      return 'patientId' in who
        ? call(consent.recordPatientConsent, { params: { id: who.patientId }, body })
        : call(consent.recordContactConsent, { params: { id: who.contactId }, body });
    },
    changes: ['opt_outs'],
    onSaved: () => {
      noticeSuccess(t('recorded'));
      onClose();
    },
  });
  const { form } = record;
  const choose = { value: '', label: t('choose') };
  return (
    <Form of={record} submit={t('record_submit')} onCancel={onClose}>
      <NativeSelect
        label={t('agreed_label')}
        data={[
          { value: 'true', label: t('agrees') },
          { value: 'false', label: t('withdraws') },
        ]}
        value={String(form.values.consent.agreed)}
        onChange={({ currentTarget }) => form.setFieldValue('consent.agreed', currentTarget.value === 'true')}
      />
      <NativeSelect
        label={t('purpose_label')}
        required
        data={[choose, ...consent.PURPOSES.map((value) => ({ value, label: t(`purpose.${value}`) }))]}
        {...form.getInputProps('consent.purpose')}
      />
      <NativeSelect
        label={t('channel_label')}
        required
        data={[choose, ...['email', 'sms'].map((value) => ({ value, label: word('channel', value) }))]}
        {...form.getInputProps('consent.channel')}
      />
      <NativeSelect
        label={t('manner_label')}
        required
        data={[choose, ...consent.CONSENT_MANNERS.map((value) => ({ value, label: t(`manner.${value}`) }))]}
        {...form.getInputProps('consent.manner')}
      />
      <TextInput label={t('given_on_label')} required type="date" {...form.getInputProps('consent.given_on')} />
      <Textarea
        label={t('said_label')}
        description={t('said_hint')}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('consent.note')}
      />
    </Form>
  );
}
