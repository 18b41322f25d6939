import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { broadcasts, triggers, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { Form } from '../../ui/kit/form.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { noticeFailedRequest, noticeSuccess } from '../../ui/domain/notices.ts';
import { RecordSelect } from '../../ui/domain/pickers/record-select.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { DAYS, ScheduleSection, WordsSection, type BroadcastValues as Values } from './broadcast-sections.tsx';
import { BroadcastPreview, type BroadcastChoices } from './broadcast-preview.tsx';
import classes from './broadcasts.module.css';

interface BroadcastFormProps {
  choices: BroadcastChoices;
  /** Mailing list that is chosen already in a new broadcast. */
  listId?: number | undefined;
  /** Undefined: a new one. */
  broadcast?: broadcasts.Broadcast;
  onReload?: () => void;
}

/** Asks for the list, the channel, the time and the words of a broadcast, with a preview of the words. The survey is fixed. */
export function BroadcastForm({ choices, listId, broadcast, onReload }: BroadcastFormProps) {
  const { t } = useTranslation(['broadcasts', 'common']);
  const navigate = useNavigate();
  const surveyId = choices.survey.id;
  const mayMakeList = useMay()('mailing-lists.create');
  const lists = choices.mailing_lists;
  const record = useRecordForm<Values, ReplyOf<typeof broadcasts.createBroadcast>>({
    schema: broadcasts.broadcastForm,
    wrapper: 'broadcast',
    values: { broadcast: broadcast ? bodyOf(broadcast) : { ...NEW, sendable_id: listId } },
    save: ({ broadcast: body }) =>
      broadcast
        ? call(broadcasts.updateBroadcast, { params: { id: surveyId, broadcastId: broadcast.id }, body })
        : call(broadcasts.createBroadcast, { params: { id: surveyId }, body }),
    changes: ['broadcasts', 'deliveries'],
    onSaved: ({ data }) => {
      noticeSuccess(t(broadcast ? 'form.saved' : 'form.created'));
      void navigate({
        to: '/surveys/$id/broadcast/$broadcast_id',
        params: { id: String(surveyId), broadcast_id: String(data.id) },
      });
    },
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const values = form.values.broadcast;
  const test = useMutation({
    mutationFn: () =>
      call(broadcasts.testBroadcast, {
        params: { id: surveyId },
        body: { channel: values.channel, subject: values.subject, text: values.text },
      }),
    onSuccess: ({ data }) => noticeSuccess(t('form.tested', data)),
    onError: noticeFailedRequest,
  });

  return (
    <div className={classes.columns}>
      <Form of={record} submit={broadcast ? t('common:record.save') : t('form.create')}>
        <TextInput label={t('form.survey')} value={choices.survey.title} readOnly variant="filled" />
        <RecordSelect
          label={t('form.list')}
          placeholder={t('form.select_list')}
          required
          choices={lists.map(({ id, name, contacts_count }) => ({
            id,
            title: `${name} (${t('people', { count: contacts_count })})`,
          }))}
          {...form.getInputProps('broadcast.sendable_id')}
          value={values.sendable_id ? Number(values.sendable_id) : null}
          onChange={(id) => form.setFieldValue('broadcast.sendable_id', id ?? undefined)}
        />
        {lists.length === 0 && (
          <p>
            {t('form.no_list')} {mayMakeList && <AnchorLink to="/mailingList/create">{t('form.make_list')}</AnchorLink>}
          </p>
        )}
        <Select
          {...form.getInputProps('broadcast.channel')}
          label={t('form.channel')}
          withAsterisk
          allowDeselect={false}
          data={triggers.TRIGGER_CHANNELS.map((channel) => ({ value: channel, label: t(`channel.${channel}`) }))}
        />
        <ScheduleSection form={form} timeZone={choices.time_zone} />
        <WordsSection form={form} standardSubject={choices.standard.subject} />
      </Form>
      <div className={classes.beside}>
        <BroadcastPreview choices={choices} channel={values.channel} subject={values.subject} text={values.text} />
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('form.test')}
        </Button>
        <p className={classes.hint}>{t('form.test_help')}</p>
      </div>
    </div>
  );
}

const NEW: Values['broadcast'] = {
  sendable_type: 'MailingList',
  sendable_id: undefined,
  schedule: false,
  channel: 'email',
  send_at: '09:00',
  starts_at: '',
  ends_at: '',
  data: { day_of_week: DAYS.map(() => true) },
  subject: '',
  text: '',
};

const bodyOf = (broadcast: broadcasts.Broadcast): Values['broadcast'] => ({
  sendable_type: 'MailingList',
  sendable_id: broadcast.sendable_id ?? undefined,
  schedule: broadcast.schedule === 1,
  channel: broadcast.channel,
  send_at: broadcast.send_at ?? '',
  starts_at: broadcast.starts_at ?? '',
  ends_at: broadcast.ends_at ?? '',
  data: { day_of_week: broadcast.data.day_of_week },
  subject: broadcast.subject ?? '',
  text: broadcast.text ?? '',
  version: broadcast.version,
});
