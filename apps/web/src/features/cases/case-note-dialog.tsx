import { Button, Group, Modal, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { noticeInvalid } from '../../ui/notices.ts';
import type { useMoveCase } from './use-move-case.ts';

interface CaseNoteDialogProps {
  /** Null: closed. */
  action: Exclude<cases.CaseAction, 'claim'> | null;
  move: ReturnType<typeof useMoveCase>;
  onClose: () => void;
}

export function CaseNoteDialog({ action, move, onClose }: CaseNoteDialogProps) {
  const { t } = useTranslation(['cases', 'common']);
  return (
    <Modal
      opened={action !== null}
      onClose={onClose}
      title={action && t(`${action}_title`)}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {action && <NoteForm action={action} move={move} onClose={onClose} />}
    </Modal>
  );
}

function NoteForm({ action, move, onClose }: CaseNoteDialogProps & { action: Exclude<cases.CaseAction, 'claim'> }) {
  const { t } = useTranslation(['cases', 'common']);
  const form = useForm({
    initialValues: { case: { action, note: '' } },
    validate: schemaResolver(cases.updateCase.body, { sync: true }),
  });

  // What only the server could know stands at the field as well.
  const refused = move.error ? asApiError(move.error).errors['note']?.[0] : undefined;
  const { setFieldError } = form;
  useEffect(() => {
    if (refused) setFieldError('case.note', refused);
  }, [refused, setFieldError]);

  const submit = ({ case: { note } }: typeof form.values) =>
    move.mutate(note.trim() ? { action, note } : { action }, {
      onSuccess: onClose,
      onError: (error) => {
        if (asApiError(error).status === 409) onClose();
      },
    });

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
