import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboard, messages } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { eventBadge } from '../../ui/domain/badges.ts';
import { useTerms } from '../../ui/domain/terms.ts';
import { hasOnlyAppointments } from './figures.ts';
import classes from './dashboard.module.css';

const TYPES = ['admissions', 'transfers', 'discharges', 'casualties'] as const;

/** Today's messages by event; each figure leads to its list. A clinic without beds sees its appointments. */
export function TodayStrip({ today, week }: Pick<dashboard.Dashboard, 'today' | 'week'>) {
  const { t } = useTranslation(['terms', 'dashboard']);
  const { eventName } = useTerms();
  const counts = new Map(today.map(({ event, count }) => [event, count]));
  return (
    <section className={classes.strip} aria-label={t('dashboard:today')}>
      {hasOnlyAppointments(week)
        ? dashboard.CLINIC_EVENTS.map((event) => (
            <Tile key={event} event={event} label={eventName(event)} count={counts.get(event) ?? 0}>
              {(face) => (
                <Link to="/messages/index" search={{ type: event }} className={classes.stripItem}>
                  {face}
                </Link>
              )}
            </Tile>
          ))
        : TYPES.map((type) => {
            const event = messages.EVENT_BY_TYPE[type];
            return (
              <Tile key={type} event={event} label={t(`message_type.${type}`)} count={counts.get(event) ?? 0}>
                {(face) => (
                  <Link to="/messages/$type_string/index" params={{ type_string: type }} className={classes.stripItem}>
                    {face}
                  </Link>
                )}
              </Tile>
            );
          })}
    </section>
  );
}

interface TileProps {
  event: string;
  label: string;
  count: number;
  /** Draws the link to the list, for those who may open it. */
  children: (face: ReactNode) => ReactNode;
}

function Tile({ event, label, count, children }: TileProps) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const may = useMay();
  const { hue, icon: Picture } = eventBadge(event);
  const face = (
    <>
      <span className={classes.stripLabel}>
        <Picture size={16} stroke={1.75} aria-hidden className={classes.hued} data-hue={hue} />
        {t('today_of', { type: label })}
      </span>
      <span className={classes.stripCount}>{number(count)}</span>
    </>
  );
  return may('messages.list') ? children(face) : <div className={classes.stripItem}>{face}</div>;
}
