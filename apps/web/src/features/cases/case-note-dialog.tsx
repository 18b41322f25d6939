import { Button, Group, Modal, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { noticeInvalid } from '../../ui/domain/notices.ts';
import { DeEscalationField } from './de-escalation-field.tsx';
import type { useMoveCase } from './use-move-case.ts';

interface CaseNoteDialogProps {
  /** Null while the dialog is closed. */
  action: Exclude<cases.CaseAction, 'claim'> | null;
  /** Offer of the survey that asks again; null when the case cannot be closed as it stands. */
  offer: cases.DeEscalationOffer | null;
  move: ReturnType<typeof useMoveCase>;
  onClose: () => void;
}

export function CaseNoteDialog({ action, ...props }: CaseNoteDialogProps) {
  const { t } = useTranslation(['cases', 'common']);
  return (
    <Modal
      opened={action !== null}
      onClose={props.onClose}
      title={action && t(`${action}_title`)}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {action && <NoteForm action={action} {...props} />}
    </Modal>
  );
}

function NoteForm({
  action,
  offer,
  move,
  onClose,
}: CaseNoteDialogProps & { action: Exclude<cases.CaseAction, 'claim'> }) {
  const { t } = useTranslation(['cases', 'common']);
  const form = useForm({
    initialValues: { case: { action, note: '', de_escalation: false } },
    validate: schemaResolver(cases.updateCase.body, { sync: true }),
  });

  // Errors that only the server can find are shown at their fields as well.
  const errors = move.error ? asApiError(move.error).errors : undefined;
  const { setFieldError } = form;
  useEffect(() => {
    for (const field of ['note', 'de_escalation'] as const) {
      const refused = errors?.[field]?.[0];
      if (refused) setFieldError(`case.${field}`, refused);
    }
  }, [errors, setFieldError]);

  const submit = ({ case: { note, de_escalation } }: typeof form.values) =>
    move.mutate(
      { action, ...(note.trim() ? { note } : {}), ...(de_escalation ? { de_escalation } : {}) },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (asApiError(error).status === 409) onClose();
        },
      },
    );

  return (
    <form onSubmit={form.onSubmit(submit, noticeInvalid)} noValidate>
      <Textarea
        label={t(`${action}_label`)}
        description={action === 'close' ? t('close_help') : undefined}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={4000}
        required={action === 'close'}
        data-autofocus
        {...form.getInputProps('case.note')}
      />
      {action === 'close' && offer && (
        <DeEscalationField
          offer={offer}
          checked={form.values.case.de_escalation}
          error={form.errors['case.de_escalation']}
          onChange={(checked) => form.setFieldValue('case.de_escalation', checked)}
        />
      )}
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={move.isPending}>
          {t(`${action}_submit`)}
        </Button>
      </Group>
    </form>
  );
}
