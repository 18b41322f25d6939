import { IconPlayerPause, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { pathways } from '@wardvoice/contract';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';

export function PathwayState({ pathway: { active } }: { pathway: Pick<pathways.PathwaySummary, 'active'> }) {
  const { t } = useTranslation('pathways');
  const badge = active
    ? ({ hue: 'good', icon: IconRoute } as const)
    : ({ hue: 'quiet', icon: IconPlayerPause } as const);
  return <StatusBadge badge={badge}>{t(active ? 'on' : 'off')}</StatusBadge>;
}
