import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { MessageForm, type MessageValues } from './message-form.tsx';
import { useMessageName } from '../record/message-link.tsx';

export function EditMessagePage() {
  const { id } = useParams({ from: '/shell/messages/messages/$id/edit' });
  return <EditMessage id={Number(id)} isDischarge={false} />;
}

export function EditDischargePage() {
  const { id } = useParams({ from: '/shell/discharges/$id/edit' });
  return <EditMessage id={Number(id)} isDischarge />;
}

interface EditMessageProps {
  id: number;
  isDischarge: boolean;
}

function EditMessage({ id, isDischarge }: EditMessageProps) {
  const { t } = useTranslation('messages');
  const query = useQuery({
    ...ask(isDischarge ? messages.getDischarge : messages.getMessage, { params: { id } }, { failureIsShown: true }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Record
      query={query}
      title={t('number', { id })}
      path={[
        isDischarge
          ? { label: t('title.discharges'), to: '/discharges/index' }
          : { label: t('title.messages'), to: '/messages/index' },
      ]}
    >
      {(message) => <Correction message={message} isDischarge={isDischarge} />}
    </Record>
  );
}

function Correction({ message, isDischarge }: { message: messages.MessageDetail; isDischarge: boolean }) {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  const { id } = message;
  const view = () =>
    void navigate({ to: isDischarge ? '/discharges/$id' : '/messages/$id', params: { id: String(id) } });
  const endpoint = isDischarge ? messages.updateDischarge : messages.updateMessage;
  const record = useRecordForm<MessageValues, unknown>({
    schema: endpoint.body,
    wrapper: 'hl7_message',
    failureTitle: t('form.failed'),
    values: { hl7_message: valuesOf(message) },
    save: (body) => call(endpoint, { params: { id }, body: changed(body, message) }),
    changes: ['messages', 'errors', 'patients', 'deliveries'],
    onSaved: () => {
      noticeSuccess(t('form.corrected'));
      view();
    },
  });
  const index = isDischarge ? '/discharges/index' : '/messages/index';
  return (
    <Page
      title={t('form.edit_title')}
      heading={t('form.edit_heading', { name: useMessageName()(message) })}
      lead={t('form.edit_lead')}
      path={[
        { label: t(isDischarge ? 'title.discharges' : 'title.messages'), to: index },
        { label: t('number', { id }), to: `${isDischarge ? '/discharges' : '/messages'}/${id}` },
      ]}
    >
      <MessageForm
        of={record}
        submit={t('form.correct')}
        onCancel={view}
        isFixed={message.state === 'processed'}
        events={[...new Set([...(message.event ? [message.event] : []), ...messages.FORM_EVENTS])]}
      />
    </Page>
  );
}

type Fields = MessageValues['hl7_message'];

/** An event that cannot be told by hand is left out: it stays as it is. */
function valuesOf(message: messages.MessageDetail): Fields {
  const event = messages.FORM_EVENTS.find((known) => known === message.event);
  return {
    ...(event ? { event } : {}),
    event_at: message.event_at,
    patient_identifier: message.patient_identifier,
    family_name: message.family_name,
    given_name: message.given_name,
    birth_date: message.birth_date,
    sex: messages.FORM_SEXES.find((known) => known === message.sex) ?? null,
    language: message.language,
    hl7_message_pid: { phone_home: message.hl7_message_pid.phone_home ?? '' },
    visit_number: message.visit_number,
    patient_class: message.patient_class,
    location: message.location,
    room: message.room,
    bed: message.bed,
  };
}

/** Only what was changed is said: what nobody touched stays as the hospital wrote it. */
function changed({ hl7_message: now }: MessageValues, message: messages.MessageDetail): MessageValues {
  const before: { [name: string]: unknown } = valuesOf(message);
  const entries = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null),
  );
  return { hl7_message: Object.fromEntries(entries) };
}
