import { useTranslation } from 'react-i18next';
import { deliveryCalendar } from '@wardvoice/contract';
import { useMay } from '../../../api/session.ts';
import { useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import classes from './calendar.module.css';

type Day = deliveryCalendar.CalendarDay;

/** Whether there is anything to show of the day. */
export const hasContent = ({ groups, reminders, steps, runs }: Day): boolean =>
  groups.length > 0 || reminders > 0 || steps > 0 || runs.length > 0;

/** Shows what was sent on the day, what is planned for it, and apart from that what is expected. */
export function DayContent({ day }: { day: Day }) {
  return (
    <div className={classes.content}>
      <Counted day={day} step="sent" />
      <Counted day={day} step="waiting" />
      <Expected day={day} />
    </div>
  );
}

function Counted({ day: { day, groups }, step }: { day: Day; step: 'sent' | 'waiting' }) {
  const { t } = useTranslation(['deliveries', 'terms']);
  const { number, fullDate } = useFormats();
  const total = groups.reduce((sum, group) => sum + group[step], 0);
  if (total === 0) return null;
  const inOrder = deliveryCalendar.KINDS.flatMap((kind) => groups.filter((group) => group.kind === kind));
  return (
    <section data-step={step}>
      <h3 className={classes.line}>
        <AnchorLink
          to="/deliveries/index"
          search={{ from: day, to: day, step }}
          aria-label={t(`calendar.${step}_on`, { day: fullDate(day), formatted: number(total) })}
          c="inherit"
        >
          {t(`calendar.${step}`)}
        </AnchorLink>
        <span className="wv-number">{number(total)}</span>
      </h3>
      <ul>
        {inOrder
          .filter((group) => group[step] > 0)
          .map((group) => (
            <li key={`${group.kind} ${group.channel}`} className={classes.line}>
              <span>
                {t('calendar.group', {
                  kind: t(`calendar.kind.${group.kind}`),
                  channel: t(`terms:channel.${group.channel}`),
                })}
              </span>
              <span className="wv-number">{number(group[step])}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

function Expected({ day: { reminders, steps, runs } }: { day: Day }) {
  const { t } = useTranslation('deliveries');
  const { number } = useFormats();
  if (reminders === 0 && steps === 0 && runs.length === 0) return null;
  return (
    <section data-step="expected">
      <h3 className={classes.line}>{t('calendar.expected')}</h3>
      <ul>
        {reminders > 0 && (
          <li className={classes.line}>
            <span>{t('calendar.reminders')}</span>
            <span className="wv-number">{number(reminders)}</span>
          </li>
        )}
        {steps > 0 && (
          <li className={classes.line}>
            <span>{t('calendar.steps')}</span>
            <span className="wv-number">{number(steps)}</span>
          </li>
        )}
        {runs.map((run) => (
          <li key={`${run.broadcast_id} ${run.at}`}>
            <Run run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { run: Day['runs'][number] }) {
  const { t } = useTranslation('deliveries');
  const { number, clockTime } = useFormats();
  const mayOpen = useMay()('broadcasts.list');
  const { survey_id, broadcast_id, survey_title, list_name } = run;
  const title = <bdi>{survey_title}</bdi>;
  return (
    <>
      <div>
        {clockTime(run.at)}{' '}
        {mayOpen ? (
          <AnchorLink
            to="/surveys/$id/broadcast/$broadcast_id"
            params={{ id: String(survey_id), broadcast_id: String(broadcast_id) }}
          >
            {title}
          </AnchorLink>
        ) : (
          title
        )}
      </div>
      {list_name !== null && (
        <div className="wv-quiet">
          <bdi>{list_name}</bdi>
        </div>
      )}
      <div className={classes.line}>
        <span>{t('calendar.people')}</span>
        <span className="wv-number">{number(run.people)}</span>
      </div>
    </>
  );
}
