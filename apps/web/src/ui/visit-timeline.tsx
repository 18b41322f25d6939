import { IconEye, IconMessageCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { cases, deliveries, visits } from '@wardvoice/contract';
import { useFormats } from './formats.ts';
import { AnchorLink } from './links.tsx';
import { caseStateLook, deliveryStateLook, eventLook } from './looks.ts';
import type { MarkLook } from './mark.tsx';
import { useTerms } from './terms.ts';
import { Timeline, type TimelineItem } from './timeline.tsx';

interface VisitTimelineProps {
  entries: readonly visits.TimelineEntry[];
  label: string;
  /** The message whose page this is: told, but not linked. */
  currentMessageId?: number;
}

/** Event → rule → sent or suppressed, and why → delivered → answered → case → closed. */
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
        return { ...base, look: eventLook(entry.state), title, detail };
      }
      case 'delivery': {
        const title = [entry.channel && word('channel', entry.channel), word('delivery_state', entry.state)]
          .filter(Boolean)
          .join(': ');
        return { ...base, look: deliveryLook(entry.state), title, detail };
      }
      case 'opened':
        return { ...base, look: { hue: 'info', icon: IconEye }, title: t('timeline.opened'), detail };
      case 'answered':
        return {
          ...base,
          look: { hue: 'good', icon: IconMessageCircleCheck },
          title: t('timeline.answered'),
          detail: scoreOf(entry),
        };
      case 'case':
        return {
          ...base,
          look: caseLook('new'),
          title: (
            <AnchorLink to="/cases/$id" params={{ id: String(entry.id) }} c="inherit" underline="always">
              {t('timeline.case')}
            </AnchorLink>
          ),
          detail,
        };
      case 'case_step':
        return { ...base, look: caseLook(entry.state), title: stepName(entry.state), detail: entry.detail };
    }
  };

  return <Timeline label={label} items={entries.map(itemOf)} />;
}

const deliveryLook = (state: string): MarkLook =>
  deliveryStateLook[state as deliveries.DeliveryState] ?? deliveryStateLook.sent;

/** A step is told by the action or by the state it led to; both name the same look. */
const stepStates: { [step: string]: cases.CaseState } = {
  opened: 'new',
  escalated: 'new',
  claim: 'claimed',
  close: 'closed',
  reopen: 'reopened',
};

const caseLook = (step: string): MarkLook =>
  caseStateLook[stepStates[step] ?? (step as cases.CaseState)] ?? caseStateLook.new;
