import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { visits, type messages } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { FailedState } from '../../../ui/kit/state-panels.tsx';
import { VisitTimeline } from '../../../ui/domain/timeline/visit-timeline.tsx';

const LIVE = ['messages', 'deliveries', 'feedback', 'cases'] as const;

/** What followed from the message and its visit, up to the closed case. */
export function MessageTimeline({ message }: { message: messages.MessageDetail }) {
  const { t } = useTranslation('messages');
  const visitId = message.visit_id;
  const query = useQuery({
    ...ask(visits.getVisit, { params: { id: visitId ?? 0 } }, { topics: LIVE, failureIsShown: true }),
    enabled: visitId !== null,
  });
  const entries = query.data?.data.timeline;
  const failure = query.error && asApiError(query.error);
  const isElsewhere = failure?.status === 404;
  return (
    <Panel
      title={t('timeline')}
      actions={
        visitId !== null &&
        !isElsewhere && (
          <AnchorLink to="/visits/$id" params={{ id: String(visitId) }} fz={13}>
            {t('open_visit')}
          </AnchorLink>
        )
      }
    >
      {visitId === null ? (
        <p className="wv-quiet">{t('timeline_none')}</p>
      ) : isElsewhere ? (
        <p className="wv-quiet">{t('timeline_elsewhere')}</p>
      ) : failure && !entries ? (
        <FailedState error={failure} onRetry={() => void query.refetch()} />
      ) : !entries ? (
        <Skeleton height={80} />
      ) : entries.length === 0 ? (
        <p className="wv-quiet">{t('timeline_empty')}</p>
      ) : (
        <VisitTimeline entries={entries} label={t('timeline')} currentMessageId={message.id} />
      )}
    </Panel>
  );
}
