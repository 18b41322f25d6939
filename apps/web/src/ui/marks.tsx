import { useTranslation } from 'react-i18next';
import type { cases, deliveries, messages, visits } from '@wardvoice/contract';
import {
  caseStateLook,
  channelLook,
  deliveryStateLook,
  eventLook,
  feedbackStateLook,
  messageStateLook,
  visitStateLook,
} from './looks.ts';
import { Mark } from './mark.tsx';
import { useTerms } from './terms.ts';

interface Soft {
  soft?: boolean;
}

export function EventMark({ event, soft = false }: Soft & { event: string | null }) {
  const { eventName } = useTerms();
  return (
    <Mark look={eventLook(event)} soft={soft}>
      {eventName(event)}
      {event && <span className="wv-code"> {event}</span>}
    </Mark>
  );
}

export function MessageStateMark({ state, soft = false }: Soft & { state: messages.MessageState }) {
  const { t } = useTranslation('terms');
  return (
    <Mark look={messageStateLook[state]} soft={soft}>
      {t(`message_state.${state}`)}
    </Mark>
  );
}

export function FeedbackStateMark({ state, soft = false }: Soft & { state: messages.Message['feedback_state'] }) {
  const { t } = useTranslation('terms');
  if (!state) return null;
  return (
    <Mark look={feedbackStateLook[state]} soft={soft}>
      {t(`feedback_state.${state}`)}
    </Mark>
  );
}

export function DeliveryStateMark({ state, soft = false }: Soft & { state: deliveries.DeliveryState }) {
  const { t } = useTranslation('terms');
  return (
    <Mark look={deliveryStateLook[state]} soft={soft}>
      {t(`delivery_state.${state}`)}
    </Mark>
  );
}

export function ChannelMark({ channel }: { channel: deliveries.Channel }) {
  const { t } = useTranslation('terms');
  return <Mark look={channelLook[channel]}>{t(`channel.${channel}`)}</Mark>;
}

export function CaseStateMark({ state, soft = false }: Soft & { state: cases.CaseState }) {
  const { t } = useTranslation('terms');
  return (
    <Mark look={caseStateLook[state]} soft={soft}>
      {t(`case_state.${state}`)}
    </Mark>
  );
}

export function VisitStateMark({ state, soft = false }: Soft & { state: visits.Visit['state'] }) {
  const { t } = useTranslation('terms');
  return (
    <Mark look={visitStateLook[state]} soft={soft}>
      {t(`visit_state.${state}`)}
    </Mark>
  );
}
