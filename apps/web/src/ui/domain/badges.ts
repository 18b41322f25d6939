import {
  IconAlertTriangle,
  IconAmbulance,
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconCheck,
  IconChecks,
  IconCalendarCheck,
  IconCalendarOff,
  IconCalendarPlus,
  IconCalendarTime,
  IconCalendarX,
  IconCircleMinus,
  IconClock,
  IconClockExclamation,
  IconMessage,
  IconDoorExit,
  IconEye,
  IconFileUnknown,
  IconGitMerge,
  IconLogin2,
  IconMail,
  IconMessageCircleCheck,
  IconPencil,
  IconPhoneCall,
  IconPointFilled,
  IconRotateClockwise,
  IconSend,
  IconTransfer,
  IconUrgent,
  IconUserCheck,
  IconUserOff,
  IconWebhook,
} from '@tabler/icons-react';
import type { cases, deliveries, messages, visits } from '@wardvoice/contract';
import type { BadgeStyle } from './status-badge.tsx';

/* One hue and one icon for each event and each state, wherever it is shown. */

const cancelled: BadgeStyle = { hue: 'other', icon: IconArrowBackUp };
const merged: BadgeStyle = { hue: 'other', icon: IconGitMerge };
const changed: BadgeStyle = { hue: 'other', icon: IconPencil };

const events: Record<string, BadgeStyle> = {
  A01: { hue: 'admission', icon: IconLogin2 },
  A02: { hue: 'transfer', icon: IconTransfer },
  A03: { hue: 'discharge', icon: IconDoorExit },
  A04: { hue: 'casualty', icon: IconAmbulance },
  S12: { hue: 'admission', icon: IconCalendarPlus },
  S13: { hue: 'other', icon: IconCalendarTime },
  S14: { hue: 'discharge', icon: IconCalendarCheck },
  S15: { hue: 'transfer', icon: IconCalendarX },
  S26: { hue: 'casualty', icon: IconCalendarOff },
  A11: cancelled,
  A12: cancelled,
  A13: cancelled,
  A34: merged,
  A40: merged,
};

export function eventBadge(event: string | null): BadgeStyle {
  if (event === null) return { hue: 'other', icon: IconFileUnknown };
  return events[event] ?? changed;
}

export const messageStateBadge: Record<messages.MessageState, BadgeStyle> = {
  received: { hue: 'info', icon: IconClock },
  processed: { hue: 'quiet', icon: IconCheck },
  ignored: { hue: 'quiet', icon: IconCircleMinus },
  error: { hue: 'bad', icon: IconAlertTriangle },
};

export const deliveryStateBadge: Record<deliveries.DeliveryState, BadgeStyle> = {
  scheduled: { hue: 'info', icon: IconClock },
  suppressed: { hue: 'warn', icon: IconBan },
  sending: { hue: 'info', icon: IconSend },
  sent: { hue: 'quiet', icon: IconCheck },
  delivered: { hue: 'quiet', icon: IconChecks },
  failed: { hue: 'bad', icon: IconAlertTriangle },
  answered: { hue: 'good', icon: IconMessageCircleCheck },
};

export const feedbackStateBadge: Record<NonNullable<messages.Message['feedback_state']>, BadgeStyle> = {
  scheduled: deliveryStateBadge.scheduled,
  sent: deliveryStateBadge.sent,
  opened: { hue: 'info', icon: IconEye },
  answered: deliveryStateBadge.answered,
  suppressed: deliveryStateBadge.suppressed,
  failed: deliveryStateBadge.failed,
};

export const caseStateBadge: Record<cases.CaseState, BadgeStyle> = {
  new: { hue: 'bad', icon: IconBell },
  claimed: { hue: 'info', icon: IconUserCheck },
  contacted: { hue: 'transfer', icon: IconPhoneCall },
  closed: { hue: 'good', icon: IconCheck },
  reopened: { hue: 'warn', icon: IconRotateClockwise },
};

export const caseSeverityBadge: Record<cases.CaseSeverity, BadgeStyle> = {
  urgent: { hue: 'bad', icon: IconUrgent },
  high: { hue: 'warn', icon: IconAlertTriangle },
  normal: { hue: 'quiet', icon: IconPointFilled },
};

export const overdueBadge: BadgeStyle = { hue: 'bad', icon: IconClockExclamation };

export const visitStateBadge: Record<visits.Visit['state'], BadgeStyle> = {
  expected: { hue: 'quiet', icon: IconCalendarTime },
  open: { hue: 'info', icon: IconLogin2 },
  closed: { hue: 'quiet', icon: IconDoorExit },
  cancelled: { hue: 'warn', icon: IconBan },
  not_attended: { hue: 'warn', icon: IconUserOff },
};

export const channelBadge: Record<deliveries.Channel, BadgeStyle> = {
  email: { hue: 'quiet', icon: IconMail },
  sms: { hue: 'quiet', icon: IconMessage },
  push: { hue: 'quiet', icon: IconWebhook },
};
