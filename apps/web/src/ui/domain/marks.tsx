import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { cases, deliveries, messages, visits } from '@wardvoice/contract';
import {
  caseSeverityBadge,
  caseStateBadge,
  channelBadge,
  deliveryStateBadge,
  eventBadge,
  feedbackStateBadge,
  messageStateBadge,
  overdueBadge,
  visitStateBadge,
} from './badges.ts';
import { RelativeTime, useNow } from '../kit/time/relative-time.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useTerms } from './terms.ts';

// Lists have dozens of marks, and are drawn again with each live update: only those of a new state are.
interface Soft {
  soft?: boolean;
}

export const EventMark = memo(function EventMark({ event, soft = false }: Soft & { event: string | null }) {
  const { eventName } = useTerms();
  return (
    <StatusBadge badge={eventBadge(event)} soft={soft}>
      {eventName(event)}
      {event && <span className="wv-code"> {event}</span>}
    </StatusBadge>
  );
});

export const MessageStateMark = memo(function MessageStateMark({
  state,
  soft = false,
}: Soft & { state: messages.MessageState }) {
  const { t } = useTranslation('terms');
  return (
    <StatusBadge badge={messageStateBadge[state]} soft={soft}>
      {t(`message_state.${state}`)}
    </StatusBadge>
  );
});

export const FeedbackStateMark = memo(function FeedbackStateMark({
  state,
  soft = false,
}: Soft & { state: messages.Message['feedback_state'] }) {
  const { t } = useTranslation('terms');
  if (!state) return null;
  return (
    <StatusBadge badge={feedbackStateBadge[state]} soft={soft}>
      {t(`feedback_state.${state}`)}
    </StatusBadge>
  );
});

export const DeliveryStateMark = memo(function DeliveryStateMark({
  state,
  soft = false,
}: Soft & { state: deliveries.DeliveryState }) {
  const { t } = useTranslation('terms');
  return (
    <StatusBadge badge={deliveryStateBadge[state]} soft={soft}>
      {t(`delivery_state.${state}`)}
    </StatusBadge>
  );
});

export const ChannelMark = memo(function ChannelMark({ channel }: { channel: deliveries.Channel }) {
  const { t } = useTranslation('terms');
  return <StatusBadge badge={channelBadge[channel]}>{t(`channel.${channel}`)}</StatusBadge>;
});

export const CaseStateMark = memo(function CaseStateMark({ state, soft = false }: Soft & { state: cases.CaseState }) {
  const { t } = useTranslation('terms');
  return (
    <StatusBadge badge={caseStateBadge[state]} soft={soft}>
      {t(`case_state.${state}`)}
    </StatusBadge>
  );
});

export const CaseSeverityMark = memo(function CaseSeverityMark({
  severity,
  soft = false,
}: Soft & { severity: cases.CaseSeverity }) {
  const { t } = useTranslation('terms');
  return (
    <StatusBadge badge={caseSeverityBadge[severity]} soft={soft}>
      {t(`case_severity.${severity}`)}
    </StatusBadge>
  );
});

type CaseWithDue = Pick<cases.CaseSummary, 'state' | 'due_at'>;

const isOverdue = ({ state, due_at }: CaseWithDue, now: number): boolean =>
  state !== 'closed' && due_at !== null && Date.parse(due_at) < now;

/** Says that a case should have been closed before now; nothing while there is time. */
export function OverdueMark({ record, soft = false }: Soft & { record: CaseWithDue }) {
  const { t } = useTranslation('terms');
  if (!isOverdue(record, useNow())) return null;
  return (
    <StatusBadge badge={overdueBadge} soft={soft}>
      {t('overdue')}
    </StatusBadge>
  );
}

/** Shows until when a case should be closed, and after that since when it is overdue. A closed case has nothing due. */
export function CaseDueMark({ record }: { record: CaseWithDue }) {
  const { t } = useTranslation('terms');
  const overdue = isOverdue(record, useNow());
  if (record.due_at === null || record.state === 'closed') return null;
  const time = <RelativeTime at={record.due_at} />;
  return overdue ? (
    <StatusBadge badge={overdueBadge}>
      <VisuallyHidden>{t('overdue')} </VisuallyHidden>
      {time}
    </StatusBadge>
  ) : (
    time
  );
}

export const VisitStateMark = memo(function VisitStateMark({
  state,
  soft = false,
}: Soft & { state: visits.Visit['state'] }) {
  const { t } = useTranslation('terms');
  return (
    <StatusBadge badge={visitStateBadge[state]} soft={soft}>
      {t(`visit_state.${state}`)}
    </StatusBadge>
  );
});
