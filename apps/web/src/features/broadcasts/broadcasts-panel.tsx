import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { broadcasts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { asApiError } from '../../api/api-error.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import { BroadcastStateMark, useScheduleWords } from './broadcast-state.tsx';
import classes from './broadcasts.module.css';
import { useBroadcastActions } from './use-broadcast-actions.ts';

/** The widget of a survey: its broadcasts, each with what can be done with it now. Needs `broadcasts.list`. */
export function BroadcastsPanel({ surveyId, actions }: { surveyId: number; actions?: React.ReactNode }) {
  const { t } = useTranslation('broadcasts');
  const [page, setPage] = useState(1);
  const [schedule, setSchedule] = useState<'1' | '0'>('1');
  const list = useQuery({
    ...ask(
      broadcasts.listBroadcasts,
      { params: { id: surveyId }, query: { page, per_page: 10, schedule } },
      { topics: ['broadcasts'], failureIsShown: true },
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={t('title')} actions={actions} flush>
      <div className={classes.choice}>
        <SegmentedControl
          size="xs"
          aria-label={t('view')}
          value={schedule}
          onChange={(value) => (setSchedule(value === '0' ? '0' : '1'), setPage(1))}
          data={[
            { value: '1', label: t('view_scheduled') },
            { value: '0', label: t('view_by_hand') },
          ]}
        />
      </div>
      {list.isError ? (
        <FailedState error={asApiError(list.error)} onRetry={() => void list.refetch()} />
      ) : list.data?.data.length === 0 ? (
        <p className={classes.empty}>{t(schedule === '1' ? 'empty_scheduled' : 'empty_by_hand')}</p>
      ) : (
        <ul className={classes.rows} aria-label={t('title')} aria-busy={!list.data}>
          {!list.data && (
            <li className={classes.row}>
              <Skeleton height={14} width="60%" />
            </li>
          )}
          {list.data?.data.map((broadcast) => (
            <BroadcastRow key={broadcast.id} broadcast={broadcast} />
          ))}
        </ul>
      )}
      {list.data && list.data.last_page > 1 && <Pager list={list.data} onPage={setPage} onPageSize={() => undefined} />}
    </Panel>
  );
}

function BroadcastRow({ broadcast }: { broadcast: broadcasts.Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const scheduleWords = useScheduleWords();
  const { actions, act, isPending, nameOf } = useBroadcastActions(broadcast);
  const { id, survey_id, mailing_list, channel, next_run_at, state } = broadcast;
  const name = mailing_list?.name ?? t('list_deleted');
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <AnchorLink
          to="/surveys/$id/broadcast/$broadcast_id"
          params={{ id: String(survey_id), broadcast_id: String(id) }}
          c="inherit"
          fw={500}
        >
          {name} <span className="wv-quiet">#{id}</span>
        </AnchorLink>
        <p className={classes.details}>
          {t('people', { count: mailing_list?.contacts_count ?? 0 })} · {t(`channel.${channel}`)} ·{' '}
          {scheduleWords(broadcast)}
          {state === 'scheduled' && next_run_at && (
            <>
              {' '}
              · {t('next')} <RelativeTime at={next_run_at} />
            </>
          )}
        </p>
      </div>
      <BroadcastStateMark broadcast={broadcast} />
      <Group gap={4} className={classes.actions ?? ''}>
        {actions.map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant={action === 'execute' ? 'default' : 'subtle'}
            disabled={isPending}
            aria-label={t('action_for', { action: nameOf(action), name })}
            onClick={() => void act(action)}
          >
            {nameOf(action)}
          </Button>
        ))}
      </Group>
    </li>
  );
}
