import { Group, Modal, NumberInput, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { caseCauses, type BodyInputOf } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { DeleteButton } from '../../../ui/domain/delete-button.tsx';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../../ui/kit/form.tsx';

interface CauseDialogProps {
  /** Null while the dialog is closed. */
  shown: caseCauses.CaseCause | 'new' | null;
  /** How many causes there are: a new one comes after them. */
  places: number;
  onClose: () => void;
}

export function CauseDialog({ shown, places, onClose }: CauseDialogProps) {
  const { t } = useTranslation(['cases', 'common']);
  const cause = shown === 'new' ? null : shown;
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      title={t(cause ? 'causes.edit_title' : 'causes.add')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {shown !== null && <CauseForm cause={cause} places={places} onClose={onClose} />}
    </Modal>
  );
}

type Values = BodyInputOf<typeof caseCauses.createCaseCause>;

function CauseForm({
  cause,
  places,
  onClose,
}: {
  cause: caseCauses.CaseCause | null;
  places: number;
  onClose: () => void;
}) {
  const { t } = useTranslation('cases');
  const record = useRecordForm<Values, unknown>({
    schema: caseCauses.createCaseCause.body,
    wrapper: 'case_cause',
    values: {
      case_cause: cause
        ? { title: cause.title, active: cause.active, sort_order: cause.sort_order }
        : { title: '', active: true, sort_order: places + 1 },
    },
    save: ({ case_cause }) =>
      cause
        ? call(caseCauses.updateCaseCause, {
            params: { id: cause.id },
            body: { case_cause: { ...case_cause, version: cause.version } },
          })
        : call(caseCauses.createCaseCause, { body: { case_cause } }),
    changes: ['cases'],
    onSaved: () => {
      noticeSuccess(t(cause ? 'causes.saved' : 'causes.added'));
      onClose();
    },
  });
  const { form } = record;
  return (
    <>
      <Form of={record} submit={t('causes.save')} onCancel={onClose}>
        <TextInput
          label={t('causes.name')}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('case_cause.title')}
        />
        <NumberInput
          label={t('causes.order')}
          description={t('causes.order_help')}
          min={1}
          max={1000}
          allowDecimal={false}
          {...form.getInputProps('case_cause.sort_order')}
        />
        <Switch
          label={t('causes.active')}
          description={t('causes.active_help')}
          {...form.getInputProps('case_cause.active', { type: 'checkbox' })}
        />
      </Form>
      {cause && !cause.used && (
        <Group mt={16}>
          <DeleteButton
            what={t('causes.what')}
            id={cause.id}
            consequence={t('causes.consequence')}
            remove={() => call(caseCauses.deleteCaseCause, { params: { id: cause.id } })}
            changes={['cases']}
            onDeleted={onClose}
          />
        </Group>
      )}
    </>
  );
}
