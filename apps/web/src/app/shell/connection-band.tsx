import { IconCloudOff, IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onConnection, useConnection, watchConnection } from '../../api/connection.ts';
import { invalidateAll } from '../../api/invalidate.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import classes from './connection-band.module.css';

/** Says that the server cannot be reached, while it cannot. When it is back, what is on the screen is fetched again. */
export function ConnectionBand() {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const connection = useConnection();
  useEffect(() => watchConnection(), []);
  useEffect(
    () =>
      onConnection((now) => {
        if (now !== 'online') return;
        void invalidateAll(client).then(() => noticeSuccess(t('connection.back')));
      }),
    [client, t],
  );
  const Picture = connection === 'offline' ? IconWifiOff : IconCloudOff;
  return (
    <div role="status" className={classes.place}>
      {connection !== 'online' && (
        <p className={classes.band}>
          <Picture size={18} stroke={1.5} aria-hidden />
          {t(`connection.${connection}`)}
        </p>
      )}
    </div>
  );
}
