import { IconEyeOff, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { wardPages } from '@wardvoice/contract';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';

export function WardPageState({ page: { active } }: { page: Pick<wardPages.WardPage, 'active'> }) {
  const { t } = useTranslation('ward_pages');
  const badge = active ? ({ hue: 'good', icon: IconWorld } as const) : ({ hue: 'quiet', icon: IconEyeOff } as const);
  return <StatusBadge badge={badge}>{t(active ? 'state.on' : 'state.off')}</StatusBadge>;
}
