import { IconCheck, IconPlayerStop, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { pathways } from '@wardvoice/contract';
import { StatusBadge, type BadgeStyle } from '../status-badge.tsx';

const BADGES: Readonly<Record<pathways.EnrolmentState, BadgeStyle>> = {
  active: { hue: 'info', icon: IconRoute },
  completed: { hue: 'good', icon: IconCheck },
  ended: { hue: 'quiet', icon: IconPlayerStop },
};

/** How far a patient is in a pathway, and why it ended early. */
export function EnrolmentState({
  enrolment: { state, end_reason },
}: {
  enrolment: Pick<pathways.Enrolment, 'state' | 'end_reason'>;
}) {
  const { t } = useTranslation();
  return (
    <StatusBadge badge={BADGES[state]}>
      {end_reason ? t(`pathways.end.${end_reason}`) : t(`pathways.state.${state}`)}
    </StatusBadge>
  );
}
