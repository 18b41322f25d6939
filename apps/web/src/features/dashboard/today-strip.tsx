import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { messages, type dashboard } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { eventBadge } from '../../ui/domain/badges.ts';
import classes from './dashboard.module.css';

const ORDER = ['admissions', 'transfers', 'discharges', 'casualties'] as const;

/** Today's messages by event; each figure leads to its list. */
export function TodayStrip({ today }: { today: dashboard.Dashboard['today'] }) {
  const { t } = useTranslation(['terms', 'dashboard']);
  const { number } = useFormats();
  const may = useMay();
  const counts = new Map(today.map(({ event, count }) => [event, count]));
  return (
    <section className={classes.strip} aria-label={t('dashboard:today')}>
      {ORDER.map((type) => {
        const event = messages.EVENT_BY_TYPE[type];
        const { hue, icon: Picture } = eventBadge(event);
        const face = (
          <>
            <span className={classes.stripLabel}>
              <Picture size={16} stroke={1.75} aria-hidden className={classes.hued} data-hue={hue} />
              {t('dashboard:today_of', { type: t(`message_type.${type}`) })}
            </span>
            <span className={classes.stripCount}>{number(counts.get(event) ?? 0)}</span>
          </>
        );
        return may('messages.list') ? (
          <Link
            key={type}
            to="/messages/$type_string/index"
            params={{ type_string: type }}
            className={classes.stripItem}
          >
            {face}
          </Link>
        ) : (
          <div key={type} className={classes.stripItem}>
            {face}
          </div>
        );
      })}
    </section>
  );
}
