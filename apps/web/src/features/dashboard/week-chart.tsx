import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { ColumnChart } from '../../ui/kit/chart/column-chart.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { eventBadge } from '../../ui/domain/badges.ts';
import { useTerms } from '../../ui/domain/terms.ts';
import { eventsOf } from './figures.ts';

export function WeekChart({ week }: { week: dashboard.Dashboard['week'] }) {
  const { t } = useTranslation('dashboard');
  const { weekday } = useFormats();
  const { eventName } = useTerms();
  const { events, otherOf } = eventsOf(week);
  return (
    <ColumnChart
      type="stacked"
      height={250}
      maxBarWidth={44}
      data={week.map((day) => ({ ...day, other: otherOf(day), day: weekday(day.day) }))}
      dataKey="day"
      series={[
        ...events.map((event) => ({
          name: event,
          label: eventName(event),
          color: `var(--wv-${eventBadge(event).hue})`,
        })),
        { name: 'other', label: t('week.other'), color: 'var(--wv-line-strong)' },
      ]}
    />
  );
}
