import {
  IconAlertTriangle,
  IconAmbulance,
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconCalendarTime,
  IconCheck,
  IconChecks,
  IconCircleMinus,
  IconClock,
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
  IconRotateClockwise,
  IconSend,
  IconTransfer,
  IconUserCheck,
  IconUserOff,
  IconWebhook,
} from '@tabler/icons-react';
import type { cases, deliveries, messages, visits } from '@wardvoice/contract';
import type { MarkLook } from './mark.tsx';

/* One hue and one icon for each event and each state, wherever it is shown. */

const cancelled: MarkLook = { hue: 'other', icon: IconArrowBackUp };
const merged: MarkLook = { hue: 'other', icon: IconGitMerge };
const changed: MarkLook = { hue: 'other', icon: IconPencil };

const events: Record<string, MarkLook> = {
  A01: { hue: 'admission', icon: IconLogin2 },
  A02: { hue: 'transfer', icon: IconTransfer },
  A03: { hue: 'discharge', icon: IconDoorExit },
  A04: { hue: 'casualty', icon: IconAmbulance },
  A11: cancelled,
  A12: cancelled,
  A13: cancelled,
  A34: merged,
  A40: merged,
};

export function eventLook(event: string | null): MarkLook {
  if (event === null) return { hue: 'other', icon: IconFileUnknown };
  return events[event] ?? changed;
}

export const messageStateLook: Record<messages.MessageState, MarkLook> = {
  received: { hue: 'info', icon: IconClock },
  processed: { hue: 'quiet', icon: IconCheck },
  ignored: { hue: 'quiet', icon: IconCircleMinus },
  error: { hue: 'bad', icon: IconAlertTriangle },
};

export const deliveryStateLook: Record<deliveries.DeliveryState, MarkLook> = {
  scheduled: { hue: 'info', icon: IconClock },
  suppressed: { hue: 'warn', icon: IconBan },
  sending: { hue: 'info', icon: IconSend },
  sent: { hue: 'quiet', icon: IconCheck },
  delivered: { hue: 'quiet', icon: IconChecks },
  failed: { hue: 'bad', icon: IconAlertTriangle },
  answered: { hue: 'good', icon: IconMessageCircleCheck },
};

export const feedbackStateLook: Record<NonNullable<messages.Message['feedback_state']>, MarkLook> = {
  scheduled: deliveryStateLook.scheduled,
  sent: deliveryStateLook.sent,
  opened: { hue: 'info', icon: IconEye },
  answered: deliveryStateLook.answered,
  suppressed: deliveryStateLook.suppressed,
  failed: deliveryStateLook.failed,
};

export const caseStateLook: Record<cases.CaseState, MarkLook> = {
  new: { hue: 'bad', icon: IconBell },
  claimed: { hue: 'info', icon: IconUserCheck },
  contacted: { hue: 'transfer', icon: IconPhoneCall },
  closed: { hue: 'good', icon: IconCheck },
  reopened: { hue: 'warn', icon: IconRotateClockwise },
};

export const visitStateLook: Record<visits.Visit['state'], MarkLook> = {
  expected: { hue: 'quiet', icon: IconCalendarTime },
  open: { hue: 'info', icon: IconLogin2 },
  closed: { hue: 'quiet', icon: IconDoorExit },
  cancelled: { hue: 'warn', icon: IconBan },
  not_attended: { hue: 'warn', icon: IconUserOff },
};

export const channelLook: Record<deliveries.Channel, MarkLook> = {
  email: { hue: 'quiet', icon: IconMail },
  sms: { hue: 'quiet', icon: IconMessage },
  push: { hue: 'quiet', icon: IconWebhook },
};
