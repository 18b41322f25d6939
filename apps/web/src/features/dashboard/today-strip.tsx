import { Link, linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dashboard, messages } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { eventBadge } from '../../ui/domain/badges.ts';
import { useTerms } from '../../ui/domain/terms.ts';
import { hasOnlyAppointments } from './figures.ts';
import classes from './dashboard.module.css';

/** Today's messages by event; each figure leads to its list. A clinic without beds sees its appointments. */
export function TodayStrip({ today, week }: Pick<dashboard.Dashboard, 'today' | 'week'>) {
  const { t } = useTranslation(['terms', 'dashboard']);
  const { number } = useFormats();
  const { eventName } = useTerms();
  const may = useMay();
  const counts = new Map(today.map(({ event, count }) => [event, count]));
  const appointments = dashboard.CLINIC_EVENTS.map((event) => ({
    event,
    type: eventName(event),
    link: linkOptions({ to: '/messages/index', search: { type: event } }),
  }));
  const stays = messages.MESSAGE_TYPES.map((type) => ({
    event: messages.EVENT_BY_TYPE[type],
    type: t(`message_type.${type}`),
    link: linkOptions({ to: '/messages/$type_string/index', params: { type_string: type } }),
  }));
  return (
    <section className={classes.strip} aria-label={t('dashboard:today')}>
      {(hasOnlyAppointments(week) ? appointments : stays).map(({ event, type, link }) => {
        const { hue, icon: Picture } = eventBadge(event);
        const face = (
          <>
            <span className={classes.stripLabel}>
              <Picture size={16} stroke={1.75} aria-hidden className={classes.hued} data-hue={hue} />
              {t('dashboard:today_of', { type })}
            </span>
            <span className={classes.stripCount}>{number(counts.get(event) ?? 0)}</span>
          </>
        );
        return may('messages.list') ? (
          <Link key={event} {...link} className={classes.stripItem}>
            {face}
          </Link>
        ) : (
          <div key={event} className={classes.stripItem}>
            {face}
          </div>
        );
      })}
    </section>
  );
}
