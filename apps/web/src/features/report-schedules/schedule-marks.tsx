import { IconAlertTriangle, IconCheck, IconClock, IconMail, IconPlayerPause, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { reportPacks } from '@wardvoice/contract';
import { StatusBadge, type BadgeStyle } from '../../ui/domain/status-badge.tsx';
import { useFormats } from '../../ui/kit/formats.ts';

type Schedule = reportPacks.ReportSchedule;

export function ScheduleState({ schedule: { next_on } }: { schedule: Schedule }) {
  const { t } = useTranslation('report_schedules');
  const { plainDate } = useFormats();
  if (next_on === null) return <StatusBadge badge={{ hue: 'quiet', icon: IconPlayerPause }}>{t('off')}</StatusBadge>;
  return (
    <StatusBadge badge={{ hue: 'info', icon: IconClock }}>{t('next_on', { day: plainDate(next_on) })}</StatusBadge>
  );
}

/** What came of the last report. */
export function LastSent({ schedule: { last } }: { schedule: Schedule }) {
  const { t } = useTranslation('report_schedules');
  const { number } = useFormats();
  if (!last) return <span className="wv-quiet">{t('never')}</span>;
  const { sent_count, waiting_count, missing_count } = last;
  if (missing_count > 0)
    return (
      <StatusBadge badge={{ hue: 'warn', icon: IconAlertTriangle }}>
        {t('last_missing', { count: missing_count, number: number(missing_count) })}
      </StatusBadge>
    );
  if (waiting_count > 0) return <StatusBadge badge={STATES.waiting}>{t('state.waiting')}</StatusBadge>;
  return (
    <StatusBadge badge={STATES.sent}>{t('last_sent', { count: sent_count, number: number(sent_count) })}</StatusBadge>
  );
}

const STATES: Readonly<Record<reportPacks.SendingState, BadgeStyle>> = {
  waiting: { hue: 'info', icon: IconMail },
  sent: { hue: 'good', icon: IconCheck },
  failed: { hue: 'bad', icon: IconAlertTriangle },
  left_out: { hue: 'warn', icon: IconUserOff },
};

export function SendingStateMark({ state }: { state: reportPacks.SendingState }) {
  const { t } = useTranslation('report_schedules');
  return <StatusBadge badge={STATES[state]}>{t(`state.${state}`)}</StatusBadge>;
}
