import { Button, Group, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { measureSms, texts } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeInvalid, noticeSuccess } from '../../ui/domain/notices.ts';
import classes from './texts.module.css';

/** Written by a person, sent through the gate. What became of it stands in the conversation. */
export function ReplyForm({ text }: { text: texts.InboundTextDetail }) {
  const { t } = useTranslation('texts');
  const invalidate = useInvalidate();
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
    onSettled: () => void invalidate('texts', 'deliveries'),
  });
  const length = measureSms(form.values.text.trim());
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
          {t('segments', { count: length.segments, characters: length.units })}
          {length.alphabet === 'UCS-2' && ` ${t('segments_unicode')}`}
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
