import { Drawer, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { messages } from '@wardvoice/contract';
import { Fact, FactList } from '../../../ui/kit/facts.tsx';
import { ButtonLink } from '../../../ui/kit/links.tsx';
import { EventMark, FeedbackStateMark, MessageStateMark } from '../../../ui/domain/marks.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import { MessageErrorBox } from '../record/message-error-box.tsx';
import { MessageFacts } from '../record/message-facts.tsx';
import { useMessageName } from '../record/message-link.tsx';

interface MessageQuickLookProps {
  message: messages.Message | null;
  onClose: () => void;
}

export function MessageQuickLook({ message, onClose }: MessageQuickLookProps) {
  const { t } = useTranslation(['messages', 'common']);
  const nameOf = useMessageName();
  return (
    <Drawer
      opened={message !== null}
      onClose={onClose}
      title={message && nameOf(message)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {message && (
        <Stack gap={16}>
          <Group gap={8}>
            <EventMark event={message.event} soft />
            <MessageStateMark state={message.state} soft />
          </Group>
          {message.error && <MessageErrorBox error={message.error} />}
          <FactList>
            <MessageFacts message={message} />
            <Fact label={t('received')}>
              <RelativeTime at={message.received_at} exact />
            </Fact>
            <Fact label={t('sender')}>
              {[message.sending_application, message.sending_facility].filter(Boolean).join(', ')}
            </Fact>
            <Fact label={t('control_id')}>{message.message_control_id}</Fact>
            <Fact label={t('phone')}>{message.hl7_message_pid.phone}</Fact>
            <Fact label={t('email')}>{message.hl7_message_pid.email}</Fact>
            <Fact label={t('survey')}>
              {message.feedback_state ? <FeedbackStateMark state={message.feedback_state} /> : t('never_asked')}
            </Fact>
          </FactList>
          <ButtonLink to="/messages/$id" params={{ id: String(message.id) }} style={{ alignSelf: 'start' }}>
            {t('open')}
          </ButtonLink>
        </Stack>
      )}
    </Drawer>
  );
}
