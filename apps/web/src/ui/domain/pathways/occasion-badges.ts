import {
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconClockOff,
  IconMailOff,
  IconPlayerSkipForward,
  IconSend,
} from '@tabler/icons-react';
import type { pathways } from '@wardvoice/contract';
import type { BadgeStyle } from '../status-badge.tsx';

/** One hue and one icon for what a step of a pathway came to. */
export const OCCASION_BADGES: Readonly<Record<pathways.OccasionState, BadgeStyle>> = {
  due: { hue: 'quiet', icon: IconCircleDashed },
  asked: { hue: 'info', icon: IconSend },
  answered: { hue: 'good', icon: IconCheck },
  unanswered: { hue: 'other', icon: IconClockOff },
  not_sent: { hue: 'warn', icon: IconMailOff },
  skipped: { hue: 'quiet', icon: IconPlayerSkipForward },
  missed: { hue: 'bad', icon: IconBan },
};
