import { IconPencil, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import { FactLine } from '../../../ui/kit/facts.tsx';
import { ButtonLink } from '../../../ui/kit/links.tsx';
import { MessageFields } from '../../../ui/hl7/message-fields.tsx';
import { EventMark, MessageStateMark } from '../../../ui/domain/marks.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { WhoSawLink } from '../../../ui/domain/who-saw-link.tsx';
import { CopyRaw } from './copy-raw.tsx';
import { MessageContact } from './message-contact.tsx';
import { MessageErrorBox } from './message-error-box.tsx';
import { MessageFacts } from './message-facts.tsx';
import { useMessageName } from './message-link.tsx';
import { MessageOrigin, MessageWarnings } from './message-origin.tsx';
import { MessageTimeline } from './message-timeline.tsx';
import { ReprocessButton } from './reprocess-button.tsx';
import { TakeSurveyButton } from './take-survey-button.tsx';

export function MessagePage() {
  const { t } = useTranslation('messages');
  const { id } = useParams({ from: '/shell/messages/$id' });
  const query = useQuery(
    ask(
      messages.getMessage,
      { params: { id: Number(id) } },
      { topics: ['messages', 'errors', 'deliveries', 'feedback'], failureIsShown: true },
    ),
  );
  const path = [{ label: t('title.messages'), to: '/messages/index' }];
  return (
    <Record query={query} title={t('number', { id })} path={path}>
      {(message) => <MessageRecord message={message} />}
    </Record>
  );
}

interface MessageRecordProps {
  message: messages.MessageDetail;
  /** Reached as a discharge. */
  isDischarge?: boolean;
}

export function MessageRecord({ message, isDischarge = false }: MessageRecordProps) {
  const { t } = useTranslation(['messages', 'terms']);
  const may = useMay();
  const name = useMessageName()(message);
  const type = messages.MESSAGE_TYPES.find((known) => known === message.type);
  const path = [
    isDischarge
      ? { label: t('title.discharges'), to: '/discharges/index' }
      : { label: t('title.messages'), to: '/messages/index' },
    ...(type && !isDischarge ? [{ label: t(`terms:message_type.${type}`), to: `/messages/${type}/index` }] : []),
  ];
  return (
    <Page
      title={t('number', { id: message.id })}
      path={path}
      heading={
        <>
          {name}
          <EventMark event={message.event} soft />
          <MessageStateMark state={message.state} soft />
        </>
      }
      lead={
        <FactLine>
          <MessageFacts message={message} />
        </FactLine>
      }
      actions={
        <>
          <WhoSawLink patientId={message.patient_id} />
          <CopyRaw raw={message.raw} />
          {may('feedback.create') && message.patient_id !== null && message.feedback_state !== 'answered' && (
            <TakeSurveyButton id={message.id} />
          )}
          {may('messages.send') && message.patient_id !== null && (
            <ButtonLink
              to="/messages/$id/send"
              params={{ id: String(message.id) }}
              variant="default"
              leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
            >
              {t('send.link')}
            </ButtonLink>
          )}
          {may('messages.update') && message.application_id !== null && (
            <ButtonLink
              to={isDischarge ? '/discharges/$id/edit' : '/messages/messages/$id/edit'}
              params={{ id: String(message.id) }}
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            >
              {t('form.correct_link')}
            </ButtonLink>
          )}
          {may('messages.reprocess') && message.application_id !== null && <ReprocessButton id={message.id} />}
        </>
      }
    >
      {message.error && <MessageErrorBox error={message.error} />}
      <MessageWarnings message={message} />
      <Panel title={t('fields_title')} actions={<MessageOrigin message={message} />} flush>
        <MessageFields raw={message.raw} segments={message.segments} startAt={message.error?.field ?? null} />
      </Panel>
      {message.patient_id !== null && <MessageContact message={message} />}
      <MessageTimeline message={message} />
    </Page>
  );
}
