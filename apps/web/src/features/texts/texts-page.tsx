import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { texts } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useApplication } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { UnreadDot } from '../../ui/domain/unread-dot.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { TextMarks } from './text-marks.tsx';
import classes from './texts.module.css';
import { useTextName } from './use-text-name.ts';

export function TextsPage() {
  const { t } = useTranslation('texts');
  const search = useSearch({ from: '/shell/texts/index' });
  const navigate = useNavigate();
  const hasApplication = useApplication() !== null;
  const list = useQuery({
    ...ask(texts.listTexts, { query: search }, { topics: ['texts', 'cases'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t('title')} lead={t(hasApplication ? 'lead' : 'unassigned')}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={[
          {
            id: 'unread',
            kind: 'flag',
            label: t('filter.unread'),
            none: { title: t('all_read_title'), text: t('all_read_text') },
          },
          {
            id: 'for_people',
            kind: 'choice',
            label: t('filter.for_people'),
            options: [
              { value: '1', label: t('filter.for_people_yes') },
              { value: '0', label: t('filter.for_people_no') },
            ],
          },
        ]}
        columns={useColumns()}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/texts/$id', params: { id: String(row.id) } })}
        isStrong={(row) => row.read_at === null}
        card={(row) => (
          <RowCard
            title={<TextLink row={row} />}
            aside={<RelativeTime at={row.received_at} />}
            lines={[row.text, row.location]}
            marks={<TextMarks text={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(texts.listTexts, search), name: t('title') }}
      />
    </Page>
  );
}

function TextLink({ row }: { row: texts.InboundText }) {
  const { t } = useTranslation('texts');
  const name = useTextName();
  return (
    <bdi>
      {row.read_at === null && <UnreadDot label={t('unread')} />}
      <AnchorLink to="/texts/$id" params={{ id: String(row.id) }} c="inherit">
        {name(row)}
      </AnchorLink>
    </bdi>
  );
}

function useColumns(): Column<texts.InboundText>[] {
  const { t } = useTranslation('texts');
  return [
    { id: 'who', title: t('column.who'), width: 220, render: (row) => <TextLink row={row} /> },
    {
      id: 'text',
      title: t('column.text'),
      render: (row) => (
        <span className={classes.excerpt} dir="auto">
          {row.text}
        </span>
      ),
    },
    { id: 'marks', title: t('column.marks'), width: 230, from: 'medium', render: (row) => <TextMarks text={row} /> },
    { id: 'ward', title: t('column.ward'), width: 100, from: 'wide', render: (row) => row.location },
    {
      id: 'when',
      title: t('column.when'),
      sort: 'received_at',
      width: 124,
      align: 'end',
      render: (row) => <RelativeTime at={row.received_at} />,
    },
  ];
}
