import { Button, Modal, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { privacy } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { Form } from '../../kit/form.tsx';
import { noticeSuccess } from '../notices.ts';
import { useRecordForm } from '../record-form/use-record-form.ts';

interface HoldDialogProps {
  patientId: number;
  isHeld: boolean;
}

/** Sets a legal hold, or releases the one that stands, with a reason. */
export function HoldDialog({ patientId, isHeld }: HoldDialogProps) {
  const { t } = useTranslation(['privacy', 'common']);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {isHeld ? t('rights.release') : t('rights.hold')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={isHeld ? t('rights.release_title') : t('rights.hold_title')}
        size={480}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <HoldForm patientId={patientId} isHeld={isHeld} onClose={close} />
      </Modal>
    </>
  );
}

function HoldForm({ patientId, isHeld, onClose }: HoldDialogProps & { onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const endpoint = isHeld ? privacy.releasePatient : privacy.holdPatient;
  const record = useRecordForm({
    schema: endpoint.body,
    wrapper: 'legal_hold',
    values: { legal_hold: { reason: '' } },
    save: (body) => call(endpoint, { params: { id: patientId }, body }),
    changes: ['privacy'],
    onSaved: () => {
      noticeSuccess(isHeld ? t('rights.release_done') : t('rights.hold_done'));
      onClose();
    },
  });
  return (
    <Form of={record} submit={isHeld ? t('rights.release_submit') : t('rights.hold_submit')} onCancel={onClose}>
      <Text size="sm">{isHeld ? t('rights.release_help') : t('rights.hold_help')}</Text>
      <Textarea
        label={t('rights.reason')}
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...record.form.getInputProps('legal_hold.reason')}
      />
    </Form>
  );
}
