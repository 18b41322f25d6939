import { UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveries } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { Filter } from '../../ui/filters.tsx';
import { List } from '../../ui/list-page.tsx';
import { ChannelMark, DeliveryStateMark } from '../../ui/marks.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { RowCard } from '../../ui/row-card.tsx';
import { DeliveryQuickLook } from './delivery-quick-look.tsx';
import { useDeliveryWords } from './use-delivery-words.ts';

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

  return (
    <Page title={t('title')} lead={t('lead')}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={useDeliveryFilters()}
        columns={useDeliveryColumns(open)}
        rowKey={(row) => row.id}
        onRow={open}
        card={(row) => (
          <RowCard
            title={<Recipient delivery={row} onOpen={open} />}
            aside={<Moment at={row.sent_at ?? row.send_at} />}
            lines={[whatOf(row), whyOf(row)]}
            marks={
              <>
                <DeliveryStateMark state={row.state} />
                <ChannelMark channel={row.channel} />
              </>
            }
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(deliveries.listDeliveries, search), name: t('title') }}
      />
      <DeliveryQuickLook delivery={looked} onClose={() => setLookedId(null)} />
    </Page>
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
        <span className="wv-quiet"> {delivery.recipient}</span>
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

function useDeliveryColumns(onOpen: (delivery: deliveries.Delivery) => void): Column<deliveries.Delivery>[] {
  const { t } = useTranslation('deliveries');
  const { whatOf, whyOf } = useDeliveryWords();
  return [
    { id: 'recipient', title: t('column.recipient'), render: (row) => <Recipient delivery={row} onOpen={onOpen} /> },
    { id: 'state', title: t('column.state'), width: 130, render: (row) => <DeliveryStateMark state={row.state} /> },
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
      render: (row) => <Moment at={row.send_at} />,
    },
    {
      id: 'created_at',
      title: t('column.created_at'),
      width: 116,
      align: 'end',
      sort: 'created_at',
      from: 'widest',
      render: (row) => <Moment at={row.created_at} />,
    },
  ];
}
