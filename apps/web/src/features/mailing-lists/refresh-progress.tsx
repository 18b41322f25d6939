import { Alert, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { mailingLists } from '@wardvoice/contract';
import { useFormats } from '../../ui/formats.ts';
import { noticeSuccess } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';

type Refresh = mailingLists.MailingListDetail['refresh'] | undefined;

export const LOOK_AGAIN_MS = 1000;
export const isUnderWay = (refresh: Refresh) => refresh?.state === 'queued' || refresh?.state === 'running';

/** How far a refresh is that a worker does, or that it came to nothing. */
export function RefreshProgress({ refresh }: { refresh: Refresh }) {
  const { t } = useTranslation('mailing_lists');
  if (refresh?.state === 'failed') {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle />} title={t('refresh.failed_title')}>
        {t('refresh.failed_text')}
      </Alert>
    );
  }
  if (!refresh || !isUnderWay(refresh)) return null;
  return (
    <Panel title={t('refresh.title')}>
      <p role="status" style={{ marginBlockEnd: 8 }}>
        {t(refresh.state === 'queued' ? 'refresh.queued' : 'refresh.running')}
      </p>
      <Progress value={refresh.progress} aria-label={t('refresh.progress')} />
    </Panel>
  );
}

/** Says what came of it, and shows the people who are on the list now. */
export function useRefreshNotice(refresh: Refresh): void {
  const { t } = useTranslation('mailing_lists');
  const { number } = useFormats();
  const client = useQueryClient();
  const wasUnderWay = useRef(false);
  useEffect(() => {
    const underWay = isUnderWay(refresh);
    if (wasUnderWay.current && !underWay) {
      void client.invalidateQueries();
      if (refresh?.state === 'finished')
        noticeSuccess(t('members.refreshed', { added: number(refresh.added), removed: number(refresh.removed) }));
    }
    wasUnderWay.current = underWay;
  }, [refresh, client, t, number]);
}
