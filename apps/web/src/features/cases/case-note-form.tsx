import { Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeFailedRequest, noticeInvalid, noticeSuccess } from '../../ui/domain/notices.ts';
import classes from './case-page.module.css';
import { checkValues } from '../../ui/domain/record-form/check-values.ts';

/** Adds a note to the steps of a case, whatever its state, without moving it. */
export function CaseNoteForm({ id }: { id: number }) {
  const { t } = useTranslation('cases');
  const invalidate = useInvalidate();
  const form = useForm({
    initialValues: { note: { text: '' } },
    validate: checkValues(cases.addCaseNote.body),
  });
  const add = useMutation({
    mutationFn: (body: typeof form.values) => call(cases.addCaseNote, { params: { id }, body }),
    onSuccess: () => {
      form.reset();
      noticeSuccess(t('note_done'));
    },
    onError: noticeFailedRequest,
    onSettled: () => void invalidate('cases'),
  });
  return (
    <form
      className={classes.addition}
      onSubmit={form.onSubmit((values) => add.mutate(values), noticeInvalid)}
      noValidate
    >
      <Textarea
        label={t('note_label')}
        description={t('note_help')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4000}
        dir="auto"
        {...form.getInputProps('note.text')}
      />
      <Group justify="flex-end" mt={12}>
        <Button type="submit" variant="default" loading={add.isPending}>
          {t('note_submit')}
        </Button>
      </Group>
    </form>
  );
}
