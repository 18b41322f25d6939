import { IconBellRinging, IconMessageQuestion, IconNote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { caseStateBadge } from '../../ui/domain/badges.ts';
import type { BadgeStyle } from '../../ui/domain/status-badge.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { Timeline } from '../../ui/domain/timeline/timeline.tsx';

function badgeOf(action: string): BadgeStyle {
  if (['escalated', 'administrators_told', 'nobody_on_duty'].includes(action))
    return { hue: 'warn', icon: IconBellRinging };
  if (action === 'de_escalation') return { hue: 'info', icon: IconMessageQuestion };
  if (action === 'note') return { hue: 'quiet', icon: IconNote };
  if (action === 'assigned') return caseStateBadge.claimed;
  const move = cases.CASE_ACTIONS.find((known) => known === action);
  return caseStateBadge[move ? cases.CASE_MOVES[move].to : 'new'];
}

export function CaseSteps({ steps }: { steps: cases.CaseDetail['steps'] }) {
  const { t } = useTranslation('cases');
  const { word } = useTerms();
  return (
    <Timeline
      label={t('steps')}
      items={steps.map((step) => ({
        key: String(step.id),
        badge: badgeOf(step.action),
        title: (
          <>
            {word('case_step', step.action)}{' '}
            {step.user_name && <span className="wv-quiet">{t('by', { name: step.user_name })}</span>}
            {step.to_user_name && <span className="wv-quiet"> {t('to', { name: step.to_user_name })}</span>}
          </>
        ),
        detail: step.note,
        at: step.at,
      }))}
    />
  );
}
