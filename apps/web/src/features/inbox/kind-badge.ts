import {
  IconAlertTriangle,
  IconBell,
  IconBellRinging,
  IconInfoCircle,
  IconMessageReply,
  IconUserCheck,
} from '@tabler/icons-react';
import type { inbox } from '@wardvoice/contract';
import type { BadgeStyle } from '../../ui/domain/status-badge.tsx';

export const kindBadge: Record<inbox.InboxKind, BadgeStyle> = {
  case_opened: { hue: 'accent', icon: IconBell },
  case_escalated: { hue: 'warn', icon: IconBellRinging },
  case_notify: { hue: 'info', icon: IconInfoCircle },
  case_assigned: { hue: 'accent', icon: IconUserCheck },
  text_received: { hue: 'info', icon: IconMessageReply },
  alarm_opened: { hue: 'warn', icon: IconAlertTriangle },
  feedback_assigned: { hue: 'accent', icon: IconUserCheck },
};
