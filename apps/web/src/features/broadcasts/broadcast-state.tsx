import { IconBan, IconCheck, IconClock, IconHandClick, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { listed, useFormats } from '../../ui/kit/formats.ts';
import type { broadcasts } from '@wardvoice/contract';
import { StatusBadge, type BadgeStyle } from '../../ui/domain/status-badge.tsx';

type Broadcast = broadcasts.Broadcast;

const badges: Record<broadcasts.BroadcastState, BadgeStyle> = {
  scheduled: { hue: 'info', icon: IconClock },
  running: { hue: 'accent', icon: IconSend },
  paused: { hue: 'warn', icon: IconPlayerPause },
  finished: { hue: 'good', icon: IconCheck },
  cancelled: { hue: 'quiet', icon: IconBan },
};
const byHand: BadgeStyle = { hue: 'quiet', icon: IconHandClick };

export function BroadcastStateMark({ broadcast: { state, schedule, ends_at } }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const waitsForSomebody = state === 'scheduled' && schedule === 0;
  const wasEnded = state === 'cancelled' && isEndless({ schedule, ends_at });
  return (
    <StatusBadge badge={waitsForSomebody ? byHand : badges[state]}>
      {t(waitsForSomebody ? 'state.by_hand' : wasEnded ? 'state.ended' : `state.${state}`)}
    </StatusBadge>
  );
}

/** Returns whether a broadcast goes on until somebody ends it. */
export const isEndless = ({ schedule, ends_at }: Pick<Broadcast, 'schedule' | 'ends_at'>): boolean =>
  schedule === 1 && ends_at === null;

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** "Mon, Wed at 09:30, from 1 Mar to 31 Mar" */
export function useScheduleWords() {
  const { t } = useTranslation('broadcasts');
  const { plainDate } = useFormats();
  return ({ schedule, data, send_at, starts_at, ends_at }: Broadcast): string => {
    if (schedule === 0 || !send_at || !starts_at) return t('schedule.by_hand');
    const chosen = DAYS.filter((_day, index) => data.day_of_week[index]);
    const days =
      chosen.length === DAYS.length ? t('schedule.every_day') : listed(chosen.map((day) => t(`day_short.${day}`)));
    const words = { days, time: send_at, from: plainDate(starts_at) };
    return ends_at ? t('schedule.words', { ...words, to: plainDate(ends_at) }) : t('schedule.without_end', words);
  };
}
