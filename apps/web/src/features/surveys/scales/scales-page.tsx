import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { answerScales } from '@wardvoice/contract';
import { csvAddressOf } from '../../../api/address.ts';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import type { Column } from '../../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { List } from '../../../ui/domain/list-page.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { RowCard } from '../../../ui/kit/row-card.tsx';

type Row = answerScales.AnswerScale;

export function ScalesPage() {
  const { t } = useTranslation('surveys');
  const search = useSearch({ from: '/shell/scales/index' });
  const navigate = useNavigate();
  const may = useMay();
  const list = useQuery({
    ...ask(answerScales.listAnswerScales, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = may('surveys.update') && <ButtonLink to="/scales/create">{t('scales.create')}</ButtonLink>;
  const mayView = may('surveys.view');
  const titleOf = (row: Row) => (mayView ? <ScaleLink row={row} /> : row.title);
  const wordsOf = ({ options }: Row) => options.map(({ title }) => title).join(' · ');
  const columns: Column<Row>[] = [
    { id: 'title', title: t('options.column.title'), sort: 'title', width: 260, render: titleOf },
    { id: 'options', title: t('options.title'), render: wordsOf },
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
    <Page title={t('scales.title')} lead={t('scales.lead')} actions={create}>
      <List
        caption={t('scales.title')}
        query={list}
        search={search}
        searchHint={t('options.search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/scales/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => <RowCard title={titleOf(row)} aside={row.questions_count} lines={[wordsOf(row)]} />}
        empty={{ title: t('scales.empty_title'), text: t('scales.empty_text'), action: create }}
        csv={{ address: csvAddressOf(answerScales.listAnswerScales, search), name: t('scales.title') }}
      />
    </Page>
  );
}

const ScaleLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/scales/$id" params={{ id: String(row.id) }} c="inherit">
    {row.title}
  </AnchorLink>
);
