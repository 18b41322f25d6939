import { IconAlertTriangle, IconCircleCheck, IconClockPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { Fact, FactList } from '../../ui/facts.tsx';
import { useFormats } from '../../ui/formats.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Moment, useNow } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './dashboard.module.css';

const QUIET_MS = 15 * 60_000;
/** Fewer waiting messages are the ordinary moment between storing and processing. */
const BEHIND = 200;

type Feed = dashboard.Dashboard['feed'];

export function FeedHealth({ feed }: { feed: Feed }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const may = useMay();
  const errors = number(feed.errors_today);
  return (
    <Panel title={t('feed.title')} actions={<FeedState feed={feed} />}>
      <FactList>
        <Fact label={t('feed.last')}>
          {feed.last_message_at ? <Moment at={feed.last_message_at} /> : t('feed.never')}
        </Fact>
        <Fact label={t('feed.per_minute')}>{number(feed.per_minute)}</Fact>
        <Fact label={t('feed.waiting')}>{number(feed.waiting)}</Fact>
        <Fact label={t('feed.errors_today')}>
          {may('admin') && feed.errors_today > 0 ? (
            <AnchorLink to="/messages/errors" c="red" fw={500}>
              {errors}
            </AnchorLink>
          ) : (
            errors
          )}
        </Fact>
      </FactList>
      {feed.senders.length === 0 ? (
        <p className={classes.note}>{t('feed.none')}</p>
      ) : (
        <table className={classes.small} aria-label={t('feed.senders')}>
          <thead>
            <tr>
              <th scope="col">{t('feed.sender')}</th>
              <th scope="col">{t('feed.last')}</th>
              <th scope="col">{t('feed.sender_today')}</th>
            </tr>
          </thead>
          <tbody>
            {feed.senders.map((sender) => (
              <tr key={sender.sending_application}>
                <th scope="row">{sender.sending_application}</th>
                <td>
                  <Moment at={sender.last_message_at} />
                </td>
                <td>{number(sender.today)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function FeedState({ feed }: { feed: Feed }) {
  const { t } = useTranslation('dashboard');
  const now = useNow();
  if (feed.last_message_at === null)
    return <Mark look={{ hue: 'quiet', icon: IconClockPause }}>{t('feed.never')}</Mark>;
  if (feed.waiting > BEHIND)
    return <Mark look={{ hue: 'warn', icon: IconPlayerPlay }}>{t('feed.behind', { count: feed.waiting })}</Mark>;
  if (now - Date.parse(feed.last_message_at) > QUIET_MS)
    return <Mark look={{ hue: 'warn', icon: IconAlertTriangle }}>{t('feed.quiet')}</Mark>;
  return <Mark look={{ hue: 'good', icon: IconCircleCheck }}>{t('feed.ok')}</Mark>;
}
