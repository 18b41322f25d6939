import { Modal, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contacts } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';

export interface OptOutStep {
  channel: 'email' | 'sms';
  takesBack: boolean;
}

interface OptOutDialogProps {
  contact: contacts.ContactDetail;
  /** Null while the dialog is closed. */
  step: OptOutStep | null;
  onClose: () => void;
}

export function OptOutDialog({ contact, step, onClose }: OptOutDialogProps) {
  const { t } = useTranslation(['contacts', 'common']);
  const { word } = useTerms();
  const words = { name: contact.name, channel: step ? word('channel', step.channel) : '' };
  return (
    <Modal
      opened={step !== null}
      onClose={onClose}
      title={step?.takesBack ? t('consent.take_back_title', words) : t('consent.note_title', words)}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {step && <ReasonForm contactId={contact.id} step={step} onClose={onClose} />}
    </Modal>
  );
}

type Values = { opt_out: { channel: 'email' | 'sms'; reason: string } };

function ReasonForm({
  contactId,
  step: { channel, takesBack },
  onClose,
}: {
  contactId: number;
  step: OptOutStep;
  onClose: () => void;
}) {
  const { t } = useTranslation('contacts');
  const endpoint = takesBack ? contacts.withdrawOptOut : contacts.recordOptOut;
  const record = useRecordForm<Values, unknown>({
    schema: endpoint.body,
    wrapper: 'opt_out',
    values: { opt_out: { channel, reason: '' } },
    save: (body) => call(endpoint, { params: { id: contactId }, body }),
    changes: ['opt_outs'],
    onSaved: onClose,
  });
  return (
    <Form of={record} submit={t(takesBack ? 'consent.take_back' : 'consent.note')} onCancel={onClose}>
      {takesBack && <p>{t('consent.take_back_text')}</p>}
      <Textarea
        label={t('consent.reason')}
        placeholder={t('consent.reason_hint')}
        required
        autosize
        minRows={2}
        maxLength={300}
        data-autofocus
        {...record.form.getInputProps('opt_out.reason')}
      />
    </Form>
  );
}
