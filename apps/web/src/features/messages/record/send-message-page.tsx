import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { applications, messages, type BodyInputOf, type ReplyOf } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useApplication, useMay } from '../../../api/session.ts';
import { FactLine } from '../../../ui/kit/facts.tsx';
import { Form } from '../../../ui/kit/form.tsx';
import { useFormats } from '../../../ui/kit/formats.ts';
import { noticeSuccess, noticeTrouble } from '../../../ui/domain/notices.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { SurveySelect } from '../../../ui/domain/pickers/record-select.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { MessageFacts } from './message-facts.tsx';
import { useMessageName } from './message-link.tsx';
import classes from './send-message-page.module.css';

type Address = Omit<BodyInputOf<typeof messages.sendMessage>, 'survey_id'> & { survey_id?: number | undefined };

/** Shows a form for each channel. Whichever is sent, the gate decides whether the survey leaves. */
export function SendMessagePage() {
  const { t } = useTranslation('messages');
  const { id } = useParams({ from: '/shell/messages/$id/send' });
  const query = useQuery({
    ...ask(messages.getMessage, { params: { id: Number(id) } }, { failureIsShown: true }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Record query={query} title={t('send.title')} path={[{ label: t('title.messages'), to: '/messages/index' }]}>
      {(message) => <Send message={message} />}
    </Record>
  );
}

function Send({ message }: { message: messages.MessageDetail }) {
  const { t } = useTranslation('messages');
  const { phone, email } = message.hl7_message_pid;
  return (
    <Page
      title={t('send.title')}
      heading={t('send.heading', { name: useMessageName()(message) })}
      lead={
        <FactLine>
          <MessageFacts message={message} />
        </FactLine>
      }
      path={[
        { label: t('title.messages'), to: '/messages/index' },
        { label: t('number', { id: message.id }), to: `/messages/${message.id}` },
      ]}
    >
      <div className={classes.forms}>
        <Panel title={t('send.by_email')}>
          <ChannelForm id={message.id} channel="email" address={email ?? ''} />
        </Panel>
        <Panel title={t('send.by_sms')}>
          <ChannelForm id={message.id} channel="sms" address={phone ?? ''} />
        </Panel>
      </div>
    </Page>
  );
}

interface ChannelFormProps {
  id: number;
  channel: 'email' | 'sms';
  /** The patient's own, as far as it is known. */
  address: string;
}

function ChannelForm({ id, channel, address }: ChannelFormProps) {
  const { t } = useTranslation('messages');
  const { word } = useTerms();
  const navigate = useNavigate();
  const surveys = useSurveys();
  const { dateTime } = useFormats();
  /** A setting refused it: who sends may say why it is to be sent all the same. */
  const [mayOverride, setMayOverride] = useState(false);
  const isEmail = channel === 'email';
  const record = useRecordForm<{ send: Address }, ReplyOf<typeof messages.sendMessage>>({
    schema: messages.sendForm,
    wrapper: 'send',
    failureTitle: t('form.failed'),
    values: { send: isEmail ? { email: address } : { phone: address, channel: 'sms' } },
    save: ({ send }) => call(messages.sendMessage, { params: { id }, body: send }),
    changes: ['messages', 'deliveries'],
    onSaved: ({ data: { state, reason, possible_from, overridable, held } }) => {
      setMayOverride(overridable);
      if (state === 'suppressed') {
        const why = {
          reason: word('reason', reason ?? ''),
          at: possible_from ? dateTime(possible_from) : '',
        };
        return noticeTrouble(t('form.failed'), t(possible_from ? 'send.refused_until' : 'send.refused', why));
      }
      noticeSuccess(t(held ? 'send.waits' : 'send.sent'));
      void navigate({ to: '/messages/index' });
    },
  });
  const { form } = record;
  const { survey_id } = form.values.send;
  const name = isEmail ? ('send.email' as const) : ('send.phone' as const);
  return (
    <Form of={record} submit={t(isEmail ? 'send.submit_email' : 'send.submit_sms')}>
      <TextInput
        {...form.getInputProps(name)}
        label={t(isEmail ? 'form.email' : 'form.phone')}
        type={isEmail ? 'email' : 'tel'}
        withAsterisk
        autoComplete="off"
      />
      {surveys && (
        <SurveySelect
          label={t('send.survey')}
          placeholder={t('send.survey_standard')}
          clearable
          clearButtonProps={{ 'aria-label': t('form.clear', { label: t('send.survey') }) }}
          choices={surveys}
          value={survey_id}
          error={form.errors['send.survey_id']}
          onChange={(survey) => form.setFieldValue('send.survey_id', survey ?? undefined)}
        />
      )}
      {mayOverride && (
        <Textarea
          label={t('send.override')}
          description={t('send.override_hint')}
          autosize
          value={form.values.send.override_reason ?? ''}
          error={form.errors['send.override_reason']}
          onChange={({ currentTarget }) => form.setFieldValue('send.override_reason', currentTarget.value || undefined)}
        />
      )}
    </Form>
  );
}

/** Undefined for those who may not list them: then the standard one is sent. */
function useSurveys() {
  const mayList = useMay()('surveys.list');
  const id = useApplication()?.id ?? 0;
  const { data } = useQuery({
    ...ask(applications.listApplicationSurveys, { params: { id }, query: { paginate: '0' } }),
    enabled: mayList && id > 0,
  });
  return data?.data.filter(({ active }) => active);
}
