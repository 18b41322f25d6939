import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { noticeInvalid } from '../../ui/domain/notices.ts';
import { RecordSelect } from '../../ui/domain/pickers/record-select.tsx';
import { DeEscalationField } from './de-escalation-field.tsx';
import type { useMoveCase } from './use-move-case.ts';
import { checkValues } from '../../ui/domain/record-form/check-values.ts';

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

interface Values {
  case: {
    action: Exclude<cases.CaseAction, 'claim'>;
    note: string;
    de_escalation: boolean;
    cause_id?: number | undefined;
    actions_taken?: string;
  };
}

function NoteForm({
  action,
  offer,
  move,
  onClose,
}: CaseNoteDialogProps & { action: Exclude<cases.CaseAction, 'claim'> }) {
  const { t } = useTranslation(['cases', 'common']);
  const closing = action === 'close';
  const { data: choices } = useQuery({ ...ask(cases.listCaseChoices, {}), enabled: closing });
  const causes = closing ? (choices?.data.causes ?? []) : [];
  const form = useForm<Values>({
    initialValues: { case: { action, note: '', de_escalation: false } },
    validate: (values) => ({
      ...checkValues(cases.updateCase.body)(values),
      ...(causes.length > 0 && values.case.cause_id === undefined ? { 'case.cause_id': t('cause_missing') } : {}),
    }),
  });

  // Errors that only the server can find are shown at their fields as well.
  const errors = move.error ? asApiError(move.error).errors : undefined;
  const { setFieldError } = form;
  useEffect(() => {
    for (const field of ['note', 'de_escalation', 'cause_id', 'actions_taken'] as const) {
      const refused = errors?.[field]?.[0];
      if (refused) setFieldError(`case.${field}`, refused);
    }
  }, [errors, setFieldError]);

  const submit = ({ case: { note, de_escalation, cause_id, actions_taken } }: Values) =>
    move.mutate(
      {
        action,
        ...(note.trim() ? { note } : {}),
        ...(de_escalation ? { de_escalation } : {}),
        ...(cause_id === undefined ? {} : { cause_id }),
        ...(actions_taken?.trim() ? { actions_taken } : {}),
      },
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
        description={closing ? t('close_help') : undefined}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={4000}
        required={closing}
        data-autofocus
        {...form.getInputProps('case.note')}
      />
      {causes.length > 0 && (
        <RecordSelect
          label={t('cause_label')}
          placeholder={t('cause_placeholder')}
          mt={16}
          required
          choices={causes}
          value={form.values.case.cause_id}
          error={form.errors['case.cause_id']}
          onChange={(id) => form.setFieldValue('case.cause_id', id ?? undefined)}
        />
      )}
      {closing && (
        <Textarea
          label={t('actions_label')}
          description={t('actions_help')}
          mt={16}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4000}
          {...form.getInputProps('case.actions_taken')}
        />
      )}
      {closing && offer && (
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
