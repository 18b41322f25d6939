import { Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedbackRecords } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { noticeFailedRequest, noticeInvalid, noticeSuccess } from '../../ui/domain/notices.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import classes from './feedback.module.css';
import { checkValues } from '../../ui/domain/record-form/check-values.ts';

/** Lists the notes of colleagues, and takes another. */
export function NotesPanel({ record: { id, notes } }: { record: feedbackRecords.FeedbackDetail }) {
  const { t } = useTranslation('feedback');
  const mayUpdate = useMay()('feedback.update');
  if (notes.length === 0 && !mayUpdate) return null;
  return (
    <Panel title={t('notes')}>
      {notes.length > 0 && (
        <ol className={classes.notes} aria-label={t('notes')}>
          {notes.map((note) => (
            <li key={note.id}>
              <div className={classes.who}>
                <bdi>{note.user_name ?? t('somebody')}</bdi>
                <RelativeTime at={note.created_at} />
              </div>
              <p className={classes.written} dir="auto">
                {note.text}
              </p>
            </li>
          ))}
        </ol>
      )}
      {mayUpdate && <NoteForm id={id} />}
    </Panel>
  );
}

function NoteForm({ id }: { id: number }) {
  const { t } = useTranslation('feedback');
  const invalidate = useInvalidate();
  const form = useForm({
    initialValues: { note: { text: '' } },
    validate: checkValues(feedbackRecords.addFeedbackNote.body),
  });
  const add = useMutation({
    mutationFn: (body: typeof form.values) => call(feedbackRecords.addFeedbackNote, { params: { id }, body }),
    onSuccess: async () => {
      form.reset();
      await invalidate('feedback');
      noticeSuccess(t('note_done'));
    },
    onError: noticeFailedRequest,
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values), noticeInvalid)} noValidate>
      <Textarea
        label={t('note_label')}
        description={t('no_notes')}
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
