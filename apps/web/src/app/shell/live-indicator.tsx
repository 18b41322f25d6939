import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/connection.ts';
import { useLiveState } from '../../api/live.ts';
import classes from './header.module.css';

export function LiveIndicator() {
  const { t } = useTranslation('shell');
  const live = useLiveState();
  // A stream that died with the network is noticed after its silence, which is later.
  const state = useConnection() === 'online' ? live : 'reconnecting';
  return (
    <Tooltip label={t(`live_hint.${state}`)}>
      <span className={classes.live} data-state={state} role="status">
        <span className={classes.liveDot} aria-hidden />
        <span className={classes.liveWord}>{t(`live.${state}`)}</span>
      </span>
    </Tooltip>
  );
}
