import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { privacy } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';

type Row = privacy.Erasure;

export function ErasuresPage() {
  const { t } = useTranslation('privacy');
  const search = useSearch({ from: '/shell/privacy/index' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(privacy.listErasures, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Row>[] = [
    { id: 'certificate', title: t('column.certificate'), width: 150, render: (row) => <CertificateLink row={row} /> },
    { id: 'reason', title: t('column.reason'), render: (row) => row.reason },
    { id: 'by', title: t('column.by'), width: 180, from: 'medium', render: (row) => row.user_name },
    { id: 'at', title: t('column.at'), width: 130, align: 'end', render: (row) => <RelativeTime at={row.at} /> },
  ];
  return (
    <Page title={t('title')} lead={t('lead')}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/privacy/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<CertificateLink row={row} />}
            aside={<RelativeTime at={row.at} />}
            lines={[row.reason, row.user_name ?? '']}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(privacy.listErasures, search), name: t('title') }}
      />
    </Page>
  );
}

function CertificateLink({ row }: { row: Row }) {
  const { t } = useTranslation('privacy');
  return (
    <AnchorLink to="/privacy/$id" params={{ id: String(row.id) }} c="inherit">
      {t('certificate', { id: row.id })}
    </AnchorLink>
  );
}
