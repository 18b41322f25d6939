import { IconBan, IconCheck, IconClockOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { apiKeys } from '@wardvoice/contract';
import { StatusBadge, type BadgeStyle } from '../../ui/domain/status-badge.tsx';

const BADGES: Record<apiKeys.KeyState, BadgeStyle> = {
  active: { hue: 'quiet', icon: IconCheck },
  expired: { hue: 'warn', icon: IconClockOff },
  revoked: { hue: 'bad', icon: IconBan },
};

export function KeyState({ state }: { state: apiKeys.KeyState }) {
  const { t } = useTranslation('api_keys');
  return <StatusBadge badge={BADGES[state]}>{t(`state.${state}`)}</StatusBadge>;
}
