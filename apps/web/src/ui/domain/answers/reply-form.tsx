import { Box, Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { measureSms, texts, type sendingHolds } from '@wardvoice/contract';
import { useInvalidate } from '../../../api/invalidate.ts';
import { HoldStrip } from '../hold-strip.tsx';
import { noticeInvalid, noticeSuccess } from '../notices.ts';
import classes from './reply-form.module.css';
import { checkValues } from '../record-form/check-values.ts';

interface ReplyFormProps {
  /** The channel by which it will be sent; an SMS is measured while it is written. */
  channel: 'sms' | 'email';
  /** Why it will wait; null: it is sent at once. */
  hold: sendingHolds.SendingHold['reason'] | null;
  send: (body: { text: string }) => Promise<unknown>;
  /** What has changed after it was sent. */
  topic: 'texts' | 'feedback';
}

/** Lets somebody write to a person through the gate. What became of it stands beside the form. */
export function ReplyForm({ channel, hold, send, topic }: ReplyFormProps) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const form = useForm({
    initialValues: { text: '' },
    validate: checkValues(texts.replyToText.body),
  });
  const reply = useMutation({
    mutationFn: send,
    onSuccess: () => {
      noticeSuccess(t(hold ? 'reply.waits' : 'reply.done'));
      form.reset();
    },
    onSettled: () => void invalidate(topic, 'deliveries'),
  });
  const length = measureSms(form.values.text.trim());
  return (
    <form onSubmit={form.onSubmit((values) => reply.mutate(values), noticeInvalid)} noValidate>
      {hold && (
        <Box mb="sm">
          <HoldStrip hold={hold} />
        </Box>
      )}
      <Textarea
        label={t('reply.label')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={texts.MAX_REPLY_CHARACTERS}
        dir="auto"
        required
        {...form.getInputProps('text')}
      />
      {channel === 'sms' && length.segments > 0 && (
        <p className={classes.count} role="status">
          {t('reply.segments', { count: length.segments, characters: length.units })}
          {length.alphabet === 'UCS-2' && ` ${t('reply.segments_unicode')}`}
        </p>
      )}
      <Group justify="flex-end" mt={12}>
        <Button type="submit" loading={reply.isPending}>
          {t('reply.submit')}
        </Button>
      </Group>
    </form>
  );
}
