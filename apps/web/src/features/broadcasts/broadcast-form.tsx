import { Button, Chip, Input, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { broadcasts, triggers, type BodyInputOf, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { Form, FormSection } from '../../ui/form.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { noticeFailedRequest, noticeSuccess } from '../../ui/notices.ts';
import { RecordSelect } from '../../ui/record-select.tsx';
import { useRecordForm } from '../../ui/use-record-form.ts';
import { BroadcastPreview, type BroadcastChoices } from './broadcast-preview.tsx';
import classes from './broadcasts.module.css';

type Values = { broadcast: BodyInputOf<typeof broadcasts.createBroadcast> };

interface BroadcastFormProps {
  choices: BroadcastChoices;
  /** Chosen already in a new one. */
  listId?: number | undefined;
  /** Undefined: a new one. */
  broadcast?: broadcasts.Broadcast;
  onReload?: () => void;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The survey is fixed; a list, a channel, when, and the words with their preview beside. */
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
  const days = (values.data?.day_of_week ?? []) as boolean[];
  const isScheduled = values.schedule === true;
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
        <FormSection title={t('form.when')} text={t('form.when_text', { zone: choices.time_zone })}>
          <Switch
            label={t('form.schedule')}
            description={t('form.schedule_help')}
            {...form.getInputProps('broadcast.schedule', { type: 'checkbox' })}
          />
          {isScheduled && (
            <>
              <div className={classes.pair}>
                <TextInput
                  type="time"
                  label={t('form.send_at')}
                  withAsterisk
                  {...form.getInputProps('broadcast.send_at')}
                />
                <TextInput
                  type="date"
                  label={t('form.starts_at')}
                  withAsterisk
                  {...form.getInputProps('broadcast.starts_at')}
                />
                <TextInput
                  type="date"
                  label={t('form.ends_at')}
                  withAsterisk
                  {...form.getInputProps('broadcast.ends_at')}
                />
              </div>
              <Input.Wrapper
                label={t('form.days')}
                labelElement="div"
                error={form.errors['broadcast.data.day_of_week']}
              >
                <div className={classes.days} role="group" aria-label={t('form.days')}>
                  {DAYS.map((day, index) => (
                    <Chip
                      key={day}
                      size="sm"
                      variant="outline"
                      checked={days[index] ?? false}
                      onChange={(checked) => {
                        form.clearFieldError('broadcast.data.day_of_week');
                        form.setFieldValue('broadcast.data.day_of_week', days.with(index, checked));
                      }}
                    >
                      {t(`day.${day}`)}
                    </Chip>
                  ))}
                </div>
              </Input.Wrapper>
            </>
          )}
        </FormSection>
        <FormSection title={t('form.words')} text={t('form.words_text', { names: PLACEHOLDERS })}>
          {values.channel !== 'sms' && (
            <TextInput
              label={t('form.subject')}
              maxLength={200}
              placeholder={choices.standard.subject}
              {...form.getInputProps('broadcast.subject')}
            />
          )}
          <Textarea
            label={t('form.text')}
            autosize
            minRows={3}
            maxLength={2000}
            {...form.getInputProps('broadcast.text')}
          />
        </FormSection>
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

const PLACEHOLDERS = broadcasts.BROADCAST_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');

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
