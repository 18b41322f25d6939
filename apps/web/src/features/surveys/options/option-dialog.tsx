import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { options, type BodyInputOf } from '@wardvoice/contract';
import { Form } from '../../../ui/kit/form.tsx';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { EMPTY_OPTION, optionBody, OptionFields, type OptionValues } from './option-fields.tsx';

interface OptionFormProps {
  /** Makes the option, and returns its id. */
  make: (body: BodyInputOf<typeof options.createOption>) => Promise<number>;
  onMade: (id: number) => void;
  onClose: () => void;
}

/** Makes an option for a question or a scale. */
export function OptionDialog({ opened, ...form }: OptionFormProps & { opened: boolean }) {
  const { t } = useTranslation(['surveys', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      title={t('options.create_title')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <OptionForm {...form} />
    </Modal>
  );
}

function OptionForm({ make, onMade, onClose }: OptionFormProps) {
  const { t } = useTranslation('surveys');
  const record = useRecordForm<OptionValues, number>({
    schema: options.createOption.body,
    wrapper: 'option',
    values: { option: EMPTY_OPTION },
    save: (values) => make(optionBody(values)),
    changes: ['surveys'],
    onSaved: (id) => {
      onMade(id);
      onClose();
    },
  });
  return (
    <Form of={record} submit={t('options.create')} onCancel={onClose}>
      <OptionFields form={record.form} />
    </Form>
  );
}
