import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contacts, DEFAULT_PER_PAGE } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { ChannelMark, DeliveryStateMark } from '../../ui/domain/marks.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Pager } from '../../ui/kit/pager.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { useTerms } from '../../ui/domain/terms.ts';

type Row = contacts.HistoryEntry;

/** Lists what was sent to the contact, what was not and why, and what was answered. */
export function HistoryPanel({ contactId }: { contactId: number }) {
  const { t } = useTranslation('contacts');
  const { word } = useTerms();
  const mayOpenVisit = useMay()('messages.list');
  const [page, setPage] = useState(1);
  const [per_page, setPerPage] = useState(DEFAULT_PER_PAGE);
  const { data: list } = useQuery({
    ...ask(contacts.listHistory, { params: { id: contactId }, query: { page, per_page } }, { topics: ['deliveries'] }),
    placeholderData: keepPreviousData,
  });
  const what = (row: Row) => row.survey_title ?? row.subject ?? t('history.message');
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const columns: Column<Row>[] = [
    {
      id: 'what',
      title: t('history.subject'),
      render: (row) =>
        row.visit_id !== null && mayOpenVisit ? (
          <AnchorLink to="/visits/$id" params={{ id: String(row.visit_id) }} c="inherit">
            {what(row)}
          </AnchorLink>
        ) : (
          what(row)
        ),
    },
    {
      id: 'state',
      title: t('history.state'),
      render: ({ state, reason, score }) => (
        <>
          <DeliveryStateMark state={state} />
          {reason && <span className="wv-quiet"> {word('reason', reason)}</span>}
          {score !== null && <span className="wv-quiet"> {t('history.score', { score })}</span>}
        </>
      ),
    },
    ...(isPhone
      ? []
      : [
          {
            id: 'to',
            title: t('history.recipient'),
            render: (row: Row) => (
              <>
                <ChannelMark channel={row.channel} /> <span dir="ltr">{row.recipient}</span>
              </>
            ),
          },
        ]),
    { id: 'when', title: t('history.when'), width: 130, align: 'end', render: (row) => <RelativeTime at={row.at} /> },
  ];
  return (
    <Panel title={t('history.title')} flush>
      {list?.data.length === 0 ? (
        <p className="wv-quiet" style={{ padding: 16 }}>
          {t('history.empty')}
        </p>
      ) : (
        <DataTable
          caption={t('history.title')}
          columns={columns}
          rows={list?.data}
          rowKey={(row) => row.id}
          skeletonRows={3}
        />
      )}
      {list && list.last_page > 1 && <Pager list={list} onPage={setPage} onPageSize={setPerPage} />}
    </Panel>
  );
}
