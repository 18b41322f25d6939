import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { destinations } from '@wardvoice/contract';
import { StatusBadge, type BadgeStyle } from '../../ui/domain/status-badge.tsx';

type Standing = 'on' | 'paused' | 'stopped';

const STANDINGS: Record<Standing, BadgeStyle> = {
  on: { hue: 'quiet', icon: IconCheck },
  paused: { hue: 'warn', icon: IconPlayerPause },
  stopped: { hue: 'bad', icon: IconBan },
};

export function DestinationState({ destination: { active, stopped_at } }: { destination: destinations.Destination }) {
  const { t } = useTranslation('destinations');
  const standing = active ? 'on' : stopped_at === null ? 'paused' : 'stopped';
  return <StatusBadge badge={STANDINGS[standing]}>{t(`standing.${standing}`)}</StatusBadge>;
}

const STATES: Record<destinations.DestinationMessageState, BadgeStyle> = {
  waiting: { hue: 'info', icon: IconClock },
  sending: { hue: 'info', icon: IconSend },
  sent: { hue: 'quiet', icon: IconCheck },
  failed: { hue: 'bad', icon: IconAlertTriangle },
};

export function QueuedState({ state }: { state: destinations.DestinationMessageState }) {
  const { t } = useTranslation('destinations');
  return <StatusBadge badge={STATES[state]}>{t(`state.${state}`)}</StatusBadge>;
}
