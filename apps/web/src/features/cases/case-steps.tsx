import { IconBellRinging, IconMessageQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cases } from '@wardvoice/contract';
import { caseStateLook } from '../../ui/looks.ts';
import type { MarkLook } from '../../ui/mark.tsx';
import { useTerms } from '../../ui/terms.ts';
import { Timeline } from '../../ui/timeline.tsx';

function lookOf(action: string): MarkLook {
  if (action === 'escalated' || action === 'administrators_told') return { hue: 'warn', icon: IconBellRinging };
  if (action === 'de_escalation') return { hue: 'info', icon: IconMessageQuestion };
  const move = cases.CASE_ACTIONS.find((known) => known === action);
  return caseStateLook[move ? cases.CASE_MOVES[move].to : 'new'];
}

export function CaseSteps({ steps }: { steps: cases.CaseDetail['steps'] }) {
  const { t } = useTranslation('cases');
  const { word } = useTerms();
  return (
    <Timeline
      label={t('steps')}
      items={steps.map((step) => ({
        key: String(step.id),
        look: lookOf(step.action),
        title: (
          <>
            {word('case_step', step.action)}{' '}
            {step.user_name && <span className="wv-quiet">{t('by', { name: step.user_name })}</span>}
          </>
        ),
        detail: step.note,
        at: step.at,
      }))}
    />
  );
}
