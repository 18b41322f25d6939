import { IconEye, IconMessageCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { cases, deliveries, visits } from '@wardvoice/contract';
import { named, useFormats } from '../../kit/formats.ts';
import { AnchorLink } from '../../kit/links.tsx';
import { caseStateBadge, deliveryStateBadge, eventBadge } from '../badges.ts';
import { FeedbackLink } from '../answers/feedback-link.tsx';
import type { BadgeStyle } from '../status-badge.tsx';
import { useTerms } from '../terms.ts';
import { OpenCaseDialog } from '../open-case-dialog.tsx';
import { Timeline, type TimelineItem } from './timeline.tsx';

interface VisitTimelineProps {
  entries: readonly visits.TimelineEntry[];
  label: string;
  /** The message whose page this is. It is listed without a link. */
  currentMessageId?: number;
}

/** Lists what an event led to: sent or suppressed and why, delivered, answered, a case, its steps until it is closed. */
export function VisitTimeline({ entries, label, currentMessageId }: VisitTimelineProps) {
  const { t } = useTranslation('terms');
  const { word, eventName } = useTerms();
  const { number } = useFormats();

  const stepName = (step: string): string => {
    const action = word('case_step', step);
    return action === step ? word('case_state', step) : action;
  };

  const scoreOf = ({ detail, title }: visits.TimelineEntry): string => {
    const score = Number(detail ?? NaN);
    return [
      title,
      Number.isNaN(score) ? detail : t('timeline.score', { score: number(score, { maximumFractionDigits: 0 }) }),
    ]
      .filter(Boolean)
      .join(' · ');
  };

  const itemOf = (entry: visits.TimelineEntry, index: number): TimelineItem => {
    const base = { key: `${index}/${entry.kind}/${entry.id}`, at: entry.at };
    const detail = [entry.title, entry.detail && word('reason', entry.detail)].filter(Boolean).join(' · ');
    switch (entry.kind) {
      case 'message': {
        const name = eventName(entry.state);
        const title =
          entry.id === currentMessageId ? (
            name
          ) : (
            <AnchorLink to="/messages/$id" params={{ id: String(entry.id) }} c="inherit" underline="always">
              {name}
            </AnchorLink>
          );
        return { ...base, badge: eventBadge(entry.state), title, detail };
      }
      case 'delivery': {
        const state = word('delivery_state', entry.state);
        const title = entry.channel ? named(word('channel', entry.channel), state) : state;
        return { ...base, badge: deliveryBadge(entry.state), title, detail };
      }
      case 'opened':
        return { ...base, badge: { hue: 'info', icon: IconEye }, title: t('timeline.opened'), detail };
      case 'answered':
        return {
          ...base,
          badge: { hue: 'good', icon: IconMessageCircleCheck },
          title: t('timeline.answered'),
          detail: scoreOf(entry),
          action: (
            <>
              <FeedbackLink id={entry.feedback_id} />
              <OpenCaseDialog about={{ invitation_id: entry.id }} size="compact-xs" />
            </>
          ),
        };
      case 'case':
        return {
          ...base,
          badge: caseBadge('new'),
          title: (
            <AnchorLink to="/cases/$id" params={{ id: String(entry.id) }} c="inherit" underline="always">
              {t('timeline.case')}
            </AnchorLink>
          ),
          detail,
        };
      case 'case_step':
        return { ...base, badge: caseBadge(entry.state), title: stepName(entry.state), detail: entry.detail };
    }
  };

  return <Timeline label={label} items={entries.map(itemOf)} />;
}

const deliveryBadge = (state: string): BadgeStyle =>
  deliveryStateBadge[state as deliveries.DeliveryState] ?? deliveryStateBadge.sent;

/** The server names a step by its action or by the state that it led to. This table gives the state of each action. */
const stepStates: { [step: string]: cases.CaseState } = {
  opened: 'new',
  escalated: 'new',
  claim: 'claimed',
  close: 'closed',
  reopen: 'reopened',
};

const caseBadge = (step: string): BadgeStyle =>
  caseStateBadge[stepStates[step] ?? (step as cases.CaseState)] ?? caseStateBadge.new;
