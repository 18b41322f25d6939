import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { options } from '@wardvoice/contract';
import { csvAddressOf } from '../../../api/address.ts';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import type { Column } from '../../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { List } from '../../../ui/domain/list-page.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { RowCard } from '../../../ui/kit/row-card.tsx';
import { CallsMark } from './calls-mark.tsx';

type Row = options.OptionRow;

export function OptionsPage() {
  const { t } = useTranslation('surveys');
  const search = useSearch({ from: '/shell/options/index' });
  const navigate = useNavigate();
  const may = useMay();
  const list = useQuery({
    ...ask(options.listOptions, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = may('surveys.update') && <ButtonLink to="/options/create">{t('options.create')}</ButtonLink>;
  const mayView = may('surveys.view');
  const titleOf = (row: Row) => (mayView ? <OptionLink row={row} /> : row.title);
  const columns: Column<Row>[] = [
    { id: 'title', title: t('options.column.title'), sort: 'title', render: titleOf },
    {
      id: 'value',
      title: t('options.column.value'),
      width: 130,
      align: 'end',
      sort: 'value',
      render: ({ value }) => value ?? <span className="wv-quiet">{t('options.no_value')}</span>,
    },
    { id: 'calls', title: t('options.column.calls'), width: 220, render: (row) => <CallsMark option={row} /> },
    {
      id: 'questions',
      title: t('options.column.questions'),
      width: 110,
      align: 'end',
      from: 'medium',
      render: (row) => row.questions_count,
    },
  ];
  return (
    <Page title={t('options.title')} lead={t('options.lead')} actions={create}>
      <List
        caption={t('options.title')}
        query={list}
        search={search}
        searchHint={t('options.search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/options/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => (
          <RowCard
            title={titleOf(row)}
            aside={row.value ?? t('options.no_value')}
            lines={[<CallsMark key="calls" option={row} />]}
          />
        )}
        empty={{ title: t('options.empty_title'), text: t('options.empty_text'), action: create }}
        csv={{ address: csvAddressOf(options.listOptions, search), name: t('options.title') }}
      />
    </Page>
  );
}

const OptionLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/options/$id" params={{ id: String(row.id) }} c="inherit">
    {row.title}
  </AnchorLink>
);
