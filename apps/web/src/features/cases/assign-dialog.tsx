import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeFailedRequest, noticeSuccess, noticeTrouble } from '../../ui/domain/notices.ts';
import { ColleagueSelect } from '../../ui/domain/pickers/colleague-select.tsx';

interface AssignDialogProps {
  record: cases.CaseDetail;
  opened: boolean;
  onClose: () => void;
}

/** Lets somebody give the case to a colleague who sees its ward. */
export function AssignDialog({ record, opened, onClose }: AssignDialogProps) {
  const { t } = useTranslation(['cases', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('assign_title')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <AssignForm record={record} onClose={onClose} />}
    </Modal>
  );
}

interface Choice {
  to_id: number | null;
  note: string;
}

function AssignForm({ record, onClose }: Omit<AssignDialogProps, 'opened'>) {
  const { t } = useTranslation(['cases', 'common']);
  const { data: choices } = useQuery(ask(cases.listCaseChoices, {}));
  const people = choices?.data.people.filter(({ id }) => id !== record.claimed_by_id);
  const form = useForm<Choice>({
    initialValues: { to_id: null, note: '' },
    validate: { to_id: (id) => (id === null ? t('assign_missing') : null) },
  });
  const assign = useAssignCase(record, onClose, (why) => form.setFieldError('to_id', why));
  return (
    <form
      onSubmit={form.onSubmit(({ to_id, note }) => {
        if (to_id !== null) assign.mutate({ to_id, note });
      })}
      noValidate
    >
      <ColleagueSelect
        label={t('assign_label')}
        description={t('assign_help')}
        people={people}
        ward={record.location}
        required
        data-autofocus
        value={form.values.to_id}
        error={form.errors['to_id']}
        onChange={(id) => form.setFieldValue('to_id', id)}
      />
      <Textarea
        label={t('assign_note')}
        mt={16}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={4000}
        {...form.getInputProps('note')}
      />
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={assign.isPending}>
          {t('assign_submit')}
        </Button>
      </Group>
    </form>
  );
}

/** Gives the case away. When somebody was faster, the dialog closes and the page shows what they did. */
function useAssignCase(record: cases.CaseDetail, onClose: () => void, onRefused: (why: string) => void) {
  const { t } = useTranslation('cases');
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ to_id, note }: { to_id: number; note: string }) =>
      call(cases.assignCase, {
        params: { id: record.id },
        body: { case: { assignment: { to_id, instead_of_id: record.claimed_by_id }, ...(note.trim() && { note }) } },
      }),
    meta: { failureIsShown: true },
    onSuccess: ({ data }) => {
      noticeSuccess(t('assign_done', { name: data.claimed_by_name ?? '' }));
      onClose();
    },
    onError: (cause) => {
      const error = asApiError(cause);
      const refused = error.errors?.['assignment.to_id']?.[0];
      if (refused) onRefused(refused);
      else if (error.status === 409) {
        noticeTrouble(t('faster'), error.message);
        onClose();
      } else noticeFailedRequest(error);
    },
    onSettled: () => void invalidate('cases', 'inbox', 'deliveries'),
  });
}
