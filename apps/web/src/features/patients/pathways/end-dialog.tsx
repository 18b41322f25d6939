import { Modal, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pathways } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../../ui/kit/form.tsx';

interface EndDialogProps {
  /** Null while the dialog is closed. */
  enrolment: pathways.Enrolment | null;
  onClose: () => void;
}

/** Ends a pathway for the patient, with a reason. */
export function EndDialog({ enrolment, onClose }: EndDialogProps) {
  const { t } = useTranslation(['patients', 'common']);
  return (
    <Modal
      opened={enrolment !== null}
      onClose={onClose}
      title={t('pathways.end_title', { title: enrolment?.pathway_title ?? '' })}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {enrolment && <EndForm id={enrolment.id} onClose={onClose} />}
    </Modal>
  );
}

function EndForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('patients');
  const record = useRecordForm<{ enrolment: { reason: string } }, unknown>({
    schema: pathways.endEnrolment.body,
    wrapper: 'enrolment',
    values: { enrolment: { reason: '' } },
    save: (body) => call(pathways.endEnrolment, { params: { id }, body }),
    changes: ['pathways', 'patients'],
    onSaved: () => {
      noticeSuccess(t('pathways.ended'));
      onClose();
    },
  });
  return (
    <Form of={record} submit={t('pathways.end')} dangerous onCancel={onClose}>
      <p className="wv-quiet">{t('pathways.end_text')}</p>
      <Textarea
        label={t('pathways.end_reason')}
        required
        autosize
        minRows={2}
        maxLength={500}
        dir="auto"
        data-autofocus
        {...record.form.getInputProps('enrolment.reason')}
      />
    </Form>
  );
}
