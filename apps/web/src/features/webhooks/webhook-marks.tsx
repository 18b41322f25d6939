import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { webhooks } from '@wardvoice/contract';
import { StatusBadge, type BadgeStyle } from '../../ui/domain/status-badge.tsx';

export type WebhookStanding = 'on' | 'failing' | 'off' | 'gone' | 'off_failing';

export function standingOf({ active, off_reason, failing_since }: webhooks.Webhook): WebhookStanding {
  if (active) return failing_since === null ? 'on' : 'failing';
  if (off_reason === null) return 'off';
  return off_reason === 'gone' ? 'gone' : 'off_failing';
}

const STANDINGS: Record<WebhookStanding, BadgeStyle> = {
  on: { hue: 'quiet', icon: IconCheck },
  failing: { hue: 'warn', icon: IconAlertTriangle },
  off: { hue: 'quiet', icon: IconPlayerPause },
  gone: { hue: 'bad', icon: IconBan },
  off_failing: { hue: 'bad', icon: IconBan },
};

export function WebhookState({ webhook }: { webhook: webhooks.Webhook }) {
  const { t } = useTranslation('webhooks');
  const standing = standingOf(webhook);
  return <StatusBadge badge={STANDINGS[standing]}>{t(`standing.${standing}`)}</StatusBadge>;
}

const STATES: Record<webhooks.EventState, BadgeStyle> = {
  waiting: { hue: 'info', icon: IconClock },
  delivered: { hue: 'quiet', icon: IconCheck },
  failed: { hue: 'bad', icon: IconAlertTriangle },
};

export function EventState({ state }: { state: webhooks.EventState }) {
  const { t } = useTranslation('webhooks');
  return <StatusBadge badge={STATES[state]}>{t(`state.${state}`)}</StatusBadge>;
}
