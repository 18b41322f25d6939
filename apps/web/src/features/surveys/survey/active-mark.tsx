import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/domain/status-badge.tsx';

/** Whether a survey can be answered. */
export function ActiveMark({ active, soft = false }: { active: boolean; soft?: boolean }) {
  const { t } = useTranslation('surveys');
  return (
    <StatusBadge
      badge={active ? { hue: 'good', icon: IconCircleCheck } : { hue: 'quiet', icon: IconCircleOff }}
      soft={soft}
    >
      {t(active ? 'active' : 'inactive')}
    </StatusBadge>
  );
}
