import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { broadcasts, sendingHolds } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { HoldStrip } from '../../ui/domain/hold-strip.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { BroadcastForm } from './broadcast-form.tsx';
import { BroadcastResults } from './broadcast-results.tsx';
import { BroadcastStateMark, useScheduleWords } from './broadcast-state.tsx';
import { useBroadcastActions } from './use-broadcast-actions.ts';

export function BroadcastPage() {
  const { t } = useTranslation('broadcasts');
  const { id, broadcast_id } = useParams({ from: '/shell/surveys/$id/broadcast/$broadcast_id' });
  const params = { id: Number(id), broadcastId: Number(broadcast_id) };
  const query = useQuery(ask(broadcasts.getBroadcast, { params }, { topics: ['broadcasts'], failureIsShown: true }));
  return (
    <Record query={query} title={t('what')} path={[{ label: t('title'), to: `/surveys/${id}/broadcast` }]}>
      {(broadcast) => <BroadcastRecord broadcast={broadcast} onReload={() => void query.refetch()} />}
    </Record>
  );
}

function BroadcastRecord({ broadcast, onReload }: { broadcast: broadcasts.BroadcastDetail; onReload: () => void }) {
  const { t } = useTranslation('broadcasts');
  const may = useMay();
  const navigate = useNavigate();
  const scheduleWords = useScheduleWords();
  const { actions, act, isPending, nameOf } = useBroadcastActions(broadcast);
  const { id, survey_id, survey_title, mailing_list, channel, next_runs, state } = broadcast;
  const params = { id: survey_id, broadcastId: id };
  const results = useQuery(ask(broadcasts.getBroadcastResults, { params }, { topics: ['broadcasts', 'feedback'] }));
  const form = useQuery(ask(broadcasts.getBroadcastForm, { params: { id: survey_id } }));
  const isOpen = state !== 'running' && state !== 'cancelled';
  const hold = useQuery({
    ...ask(sendingHolds.findSendingHold, {}, { topics: ['deliveries'], failureIsShown: true }),
    enabled: may('deliveries.list'),
  });
  return (
    <Page
      title={t('number', { id })}
      heading={t('to_list', { list: mailing_list?.name ?? t('list_deleted') })}
      path={[
        { label: t('surveys'), to: '/surveys/index' },
        { label: survey_title, to: `/surveys/${survey_id}` },
        { label: t('title'), to: `/surveys/${survey_id}/broadcast` },
      ]}
      lead={
        <FactLine>
          <Fact label={t('fact.state')}>
            <BroadcastStateMark broadcast={broadcast} />
          </Fact>
          <Fact label={t('form.survey')}>{survey_title}</Fact>
          <Fact label={t('form.channel')}>{t(`channel.${channel}`)}</Fact>
          <Fact label={t('fact.people')}>{String(mailing_list?.contacts_count ?? 0)}</Fact>
          <Fact label={t('form.when')}>{scheduleWords(broadcast)}</Fact>
          {state === 'scheduled' && next_runs.length > 0 && (
            <Fact label={t('next')}>
              {next_runs.map((at, index) => (
                <Fragment key={at}>
                  {index > 0 && ' · '}
                  <RelativeTime at={at} exact />
                </Fragment>
              ))}
            </Fact>
          )}
        </FactLine>
      }
      actions={
        <>
          {actions.map((action) => (
            <Button
              key={action}
              variant={action === 'execute' || action === 'resume' ? 'filled' : 'default'}
              loading={isPending}
              onClick={() => void act(action)}
            >
              {nameOf(action)}
            </Button>
          ))}
          {may('broadcasts.delete') && (
            <DeleteButton
              what={t('what')}
              id={id}
              consequence={t('delete_text')}
              remove={() => call(broadcasts.deleteBroadcast, { params })}
              changes={['broadcasts', 'deliveries']}
              onDeleted={() => void navigate({ to: '/surveys/$id/broadcast', params: { id: String(survey_id) } })}
            />
          )}
        </>
      }
    >
      <HoldStrip hold={hold.data?.data?.reason ?? null} />
      {results.data && <BroadcastResults broadcastId={id} {...results.data.data} />}
      {may('broadcasts.update') && form.data && (
        <Panel title={t('edit')}>
          {isOpen ? (
            <BroadcastForm key={broadcast.version} choices={form.data.data} broadcast={broadcast} onReload={onReload} />
          ) : (
            <p className="wv-quiet">{t(`closed.${state}`)}</p>
          )}
        </Panel>
      )}
    </Page>
  );
}
