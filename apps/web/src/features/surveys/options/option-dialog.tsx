import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { options, questions } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { Form } from '../../../ui/kit/form.tsx';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { useRecordForm } from '../../../ui/domain/use-record-form.ts';
import { EMPTY_OPTION, optionBody, OptionFields, type OptionValues } from './option-fields.tsx';

interface OptionDialogProps {
  questionId: number;
  opened: boolean;
  onClose: () => void;
}

/** Makes an option for a question. */
export function OptionDialog({ questionId, opened, onClose }: OptionDialogProps) {
  const { t } = useTranslation(['surveys', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('options.create_title')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <OptionForm questionId={questionId} onClose={onClose} />
    </Modal>
  );
}

function OptionForm({ questionId, onClose }: Omit<OptionDialogProps, 'opened'>) {
  const { t } = useTranslation('surveys');
  const record = useRecordForm<OptionValues, unknown>({
    schema: options.createOption.body,
    wrapper: 'option',
    values: { option: EMPTY_OPTION },
    save: (values) => call(questions.assignOption, { params: { id: questionId }, body: optionBody(values) }),
    changes: ['surveys'],
    onSaved: () => {
      noticeSuccess(t('options.attached'));
      onClose();
    },
  });
  return (
    <Form of={record} submit={t('options.create')} onCancel={onClose}>
      <OptionFields form={record.form} />
    </Form>
  );
}
