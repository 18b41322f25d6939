import { Alert, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { mailingLists } from '@wardvoice/contract';
import { useInvalidate } from '../../api/invalidate.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { Panel } from '../../ui/kit/panel.tsx';

type Refresh = mailingLists.MailingListDetail['refresh'] | undefined;

export const LOOK_AGAIN_MS = 1000;
export const isUnderWay = (refresh: Refresh) => refresh?.state === 'queued' || refresh?.state === 'running';

/** Shows how far a refresh by a worker has come, or that it failed. */
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

/** Says the result of a refresh when it is over, and fetches the people who are on the list now. */
export function useRefreshNotice(refresh: Refresh): void {
  const { t } = useTranslation('mailing_lists');
  const { number } = useFormats();
  const invalidate = useInvalidate();
  const wasUnderWay = useRef(false);
  useEffect(() => {
    const underWay = isUnderWay(refresh);
    if (wasUnderWay.current && !underWay) {
      void invalidate('mailing_lists', 'contacts');
      if (refresh?.state === 'finished')
        noticeSuccess(t('members.refreshed', { added: number(refresh.added), removed: number(refresh.removed) }));
    }
    wasUnderWay.current = underWay;
  }, [refresh, invalidate, t, number]);
}
