import { IconAlertTriangle, IconCircleCheck, IconClockPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { Fact, FactList } from '../../ui/kit/facts.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import { RelativeTime, useNow } from '../../ui/kit/time/relative-time.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
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
          {feed.last_message_at ? <RelativeTime at={feed.last_message_at} /> : t('feed.never')}
        </Fact>
        <Fact label={t('feed.per_minute')}>{number(feed.per_minute)}</Fact>
        <Fact label={t('feed.waiting')}>{number(feed.waiting)}</Fact>
        <Fact label={t('feed.errors_today')}>
          {may('messages.reprocess') && feed.errors_today > 0 ? (
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
                  <RelativeTime at={sender.last_message_at} />
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
    return <StatusBadge badge={{ hue: 'quiet', icon: IconClockPause }}>{t('feed.never')}</StatusBadge>;
  if (feed.waiting > BEHIND)
    return (
      <StatusBadge badge={{ hue: 'warn', icon: IconPlayerPlay }}>
        {t('feed.behind', { count: feed.waiting })}
      </StatusBadge>
    );
  if (now - Date.parse(feed.last_message_at) > QUIET_MS)
    return <StatusBadge badge={{ hue: 'warn', icon: IconAlertTriangle }}>{t('feed.quiet')}</StatusBadge>;
  return <StatusBadge badge={{ hue: 'good', icon: IconCircleCheck }}>{t('feed.ok')}</StatusBadge>;
}
