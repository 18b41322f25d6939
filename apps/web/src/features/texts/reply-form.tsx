import { Button, Group, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { texts } from '@wardvoice/contract';
import { refreshTopics } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { noticeInvalid, noticeSuccess } from '../../ui/notices.ts';
import { smsLength } from '../../ui/sms-segments.ts';
import classes from './texts.module.css';

/** Written by a person, sent through the gate. What became of it stands in the conversation. */
export function ReplyForm({ text }: { text: texts.InboundTextDetail }) {
  const { t } = useTranslation('texts');
  const client = useQueryClient();
  const form = useForm({
    initialValues: { text: '' },
    validate: schemaResolver(texts.replyToText.body, { sync: true }),
  });
  const reply = useMutation({
    mutationFn: (body: { text: string }) => call(texts.replyToText, { params: { id: text.id }, body }),
    onSuccess: () => {
      noticeSuccess(t('reply_done'));
      form.reset();
    },
    onSettled: () => refreshTopics(client, ['texts', 'deliveries']),
  });
  const length = smsLength(form.values.text.trim());
  return (
    <form onSubmit={form.onSubmit((values) => reply.mutate(values), noticeInvalid)} noValidate>
      <Textarea
        label={t('reply_label')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={texts.MAX_REPLY_CHARACTERS}
        dir="auto"
        required
        {...form.getInputProps('text')}
      />
      {text.channel === 'sms' && length.segments > 0 && (
        <p className={classes.count} role="status">
          {t('segments', { count: length.segments, characters: length.characters })}
          {length.encoding === 'unicode' && ` ${t('segments_unicode')}`}
        </p>
      )}
      <Group justify="flex-end" mt={12}>
        <Button type="submit" loading={reply.isPending}>
          {t('reply_submit')}
        </Button>
      </Group>
    </form>
  );
}
