import { Checkbox, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveries, sendingHolds } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { ChannelMark, DeliveryStateMark } from '../../ui/domain/marks.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { DeliveriesFunnel, useFunnel, whichOf } from './deliveries-funnel.tsx';
import { DeliveryQuickLook } from './delivery-quick-look.tsx';
import { RetryBar } from './retry-bar.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import { RetryProgress } from './retry-progress.tsx';
import { SendingHold } from './sending-hold.tsx';
import { StopSending } from './stop-sending.tsx';
import { useDeliveryWords } from './use-delivery-words.ts';
import { useRetries } from './use-retries.ts';

export function DeliveriesPage() {
  const { t } = useTranslation('deliveries');
  const search = useSearch({ from: '/shell/deliveries/index' });
  const [lookedId, setLookedId] = useState<number | null>(null);
  const { whatOf, whyOf } = useDeliveryWords();
  const list = useQuery({
    ...ask(deliveries.listDeliveries, { query: search }, { topics: ['deliveries', 'feedback'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const looked = list.data?.data.find(({ id }) => id === lookedId) ?? null;
  const open = (delivery: deliveries.Delivery) => setLookedId(delivery.id);
  const funnel = useFunnel(search);
  const { data: { data: hold } = {} } = useQuery(
    ask(sendingHolds.findSendingHold, {}, { topics: ['deliveries'], failureIsShown: true }),
  );
  const may = useMay();
  const mayRetry = may('deliveries.retry');
  const retries = useRetries(mayRetry);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const which = JSON.stringify(whichOf(search));
  // The choice lasts from page to page and ends with other filters, so that nobody retries what is not listed any more.
  useEffect(() => setChosen(new Set()), [which]);
  const [toRetry, setToRetry] = useState<Partial<deliveries.WhatToRetry> | null>(null);
  const failedIds = list.data?.data.filter(({ state }) => state === 'failed').map(({ id }) => id) ?? [];
  const choice = mayRetry && failedIds.length > 0 ? { chosen, onChange: setChosen } : null;

  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          {may('deliveries.stop') && hold === null && <StopSending />}
          <ButtonLink variant="default" to="/deliveries/calendar">
            {t('calendar.title')}
          </ButtonLink>
        </>
      }
    >
      {hold && <SendingHold hold={hold} />}
      <DeliveriesFunnel search={search} query={funnel} />
      {retries.shown && <RetryProgress retry={retries.shown} onHide={retries.hide} />}
      {mayRetry && (
        <RetryBar
          failed={funnel.data?.data.failed ?? 0}
          onPage={failedIds}
          chosen={chosen}
          onChoose={setChosen}
          onRetry={(what) => setToRetry(what === 'all' ? whichOf(search) : what)}
        />
      )}
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={useDeliveryFilters()}
        columns={useDeliveryColumns(open, choice)}
        rowKey={(row) => row.id}
        onRow={open}
        card={(row) => (
          <RowCard
            title={<Recipient delivery={row} onOpen={open} />}
            aside={<RelativeTime at={row.sent_at ?? row.send_at} />}
            lines={[whatOf(row), whyOf(row)]}
            marks={
              <>
                <DeliveryStateMark state={row.state} />
                <ChannelMark channel={row.channel} />
                {choice && <Choose delivery={row} {...choice} />}
              </>
            }
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(deliveries.listDeliveries, search), name: t('title') }}
      />
      <RetryDialog
        what={toRetry}
        onClose={() => setToRetry(null)}
        onStart={(chosenNow) => {
          setToRetry(null);
          setChosen(new Set());
          retries.start.mutate(chosenNow);
        }}
      />
      <DeliveryQuickLook delivery={looked} onClose={() => setLookedId(null)} />
    </Page>
  );
}

interface Choice {
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** Shows a checkbox for a failed delivery. Others cannot be tried again. */
function Choose({ delivery, chosen, onChange }: Choice & { delivery: deliveries.Delivery }) {
  const { t } = useTranslation('deliveries');
  const { recipientOf } = useDeliveryWords();
  const { id, state } = delivery;
  if (state !== 'failed') return null;
  return (
    <Checkbox
      size="xs"
      aria-label={t('retries.choose', { name: recipientOf(delivery) })}
      checked={chosen.has(id)}
      onChange={() => onChange(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))}
    />
  );
}

function Recipient({
  delivery,
  onOpen,
}: {
  delivery: deliveries.Delivery;
  onOpen: (delivery: deliveries.Delivery) => void;
}) {
  const { recipientOf } = useDeliveryWords();
  return (
    <>
      <UnstyledButton fz="inherit" fw={500} onClick={() => onOpen(delivery)} aria-haspopup="dialog">
        {recipientOf(delivery)}
      </UnstyledButton>
      {delivery.recipient && recipientOf(delivery) !== delivery.recipient && (
        <>
          {' '}
          <bdi className="wv-quiet">{delivery.recipient}</bdi>
        </>
      )}
    </>
  );
}

function useDeliveryFilters(): Filter[] {
  const { t } = useTranslation(['deliveries', 'terms']);
  return [
    {
      id: 'purpose',
      kind: 'choice',
      label: t('filter.purpose'),
      options: deliveries.DELIVERY_PURPOSES.map((purpose) => ({
        value: purpose,
        label: t(`terms:purpose.${purpose}`),
      })),
    },
    {
      id: 'state',
      kind: 'choice',
      label: t('filter.state'),
      options: deliveries.DELIVERY_STATES.map((state) => ({ value: state, label: t(`terms:delivery_state.${state}`) })),
    },
    {
      id: 'step',
      kind: 'choice',
      label: t('filter.step'),
      options: deliveries.FUNNEL_STEPS.map((step) => ({ value: step, label: t(`terms:funnel_step.${step}`) })),
    },
    { id: 'from', kind: 'date', label: t('filter.from'), hint: t('filter.day') },
    { id: 'to', kind: 'date', label: t('filter.to'), hint: t('filter.day') },
    { id: 'broadcast', kind: 'text', label: t('filter.broadcast'), hint: t('filter.number') },
    { id: 'survey', kind: 'text', label: t('filter.survey'), hint: t('filter.number') },
    {
      id: 'channel',
      kind: 'choice',
      label: t('filter.channel'),
      options: deliveries.CHANNELS.map((channel) => ({ value: channel, label: t(`terms:channel.${channel}`) })),
    },
    {
      id: 'reason',
      kind: 'choice',
      label: t('filter.reason'),
      options: deliveries.SUPPRESSION_REASONS.map((reason) => ({ value: reason, label: t(`terms:reason.${reason}`) })),
    },
  ];
}

function useDeliveryColumns(
  onOpen: (delivery: deliveries.Delivery) => void,
  choice: Choice | null,
): Column<deliveries.Delivery>[] {
  const { t } = useTranslation(['deliveries', 'terms']);
  const { whatOf, whyOf } = useDeliveryWords();
  return [
    ...(choice
      ? [
          {
            id: 'choose',
            title: t('column.choose'),
            titleHidden: true,
            width: 40,
            render: (row: deliveries.Delivery) => <Choose delivery={row} {...choice} />,
          },
        ]
      : []),
    { id: 'recipient', title: t('column.recipient'), render: (row) => <Recipient delivery={row} onOpen={onOpen} /> },
    {
      id: 'state',
      title: t('column.state'),
      width: 116,
      fits: deliveries.DELIVERY_STATES.map((state) => t(`terms:delivery_state.${state}`)),
      render: (row) => <DeliveryStateMark state={row.state} />,
    },
    { id: 'reason', title: t('column.reason'), width: 240, from: 'medium', render: whyOf },
    { id: 'what', title: t('column.what'), width: 180, from: 'wide', render: whatOf },
    { id: 'channel', title: t('column.channel'), width: 118, render: (row) => <ChannelMark channel={row.channel} /> },
    { id: 'ward', title: t('column.ward'), width: 100, from: 'widest', render: (row) => row.location },
    {
      id: 'send_at',
      title: t('column.send_at'),
      width: 124,
      align: 'end',
      sort: 'send_at',
      render: (row) => <RelativeTime at={row.send_at} />,
    },
    {
      id: 'created_at',
      title: t('column.created_at'),
      width: 124,
      align: 'end',
      sort: 'created_at',
      from: 'widest',
      render: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
}
