import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { reportPacks } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { LastSent, ScheduleState } from './schedule-marks.tsx';
import { useSchedulePath } from './use-schedule-path.ts';

type Row = reportPacks.ReportSchedule;

/** Reports that are sent by e-mail, each week, month or quarter. */
export function SchedulesPage() {
  const { t } = useTranslation('report_schedules');
  const { number } = useFormats();
  const { ofList } = useSchedulePath();
  const mayWrite = useMay()('report_schedules.update');
  const search = useSearch({ from: '/shell/reports/by_email/index' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(reportPacks.listReportSchedules, { query: search }, { failureIsShown: true, topics: ['report_schedules'] }),
    placeholderData: keepPreviousData,
  });
  const create = mayWrite && <ButtonLink to="/reports/by_email/create">{t('create')}</ButtonLink>;
  const filters: Filter[] = [
    {
      id: 'active',
      kind: 'choice',
      label: t('log.state'),
      options: [
        { value: '1', label: t('on') },
        { value: '0', label: t('off') },
      ],
    },
  ];
  const columns: Column<Row>[] = [
    { id: 'title', title: t('column.title'), sort: 'title', render: (row) => <ScheduleLink row={row} /> },
    { id: 'about', title: t('column.about'), from: 'medium', render: (row) => <About row={row} /> },
    { id: 'rhythm', title: t('column.rhythm'), width: 115, render: (row) => t(`rhythm.${row.rhythm}`) },
    {
      id: 'people',
      title: t('column.people'),
      width: 80,
      align: 'end',
      render: (row) => number(row.people_count),
    },
    { id: 'last', title: t('column.last'), width: 180, render: (row) => <LastSent schedule={row} /> },
    {
      id: 'next',
      title: t('column.next'),
      sort: 'next_on',
      width: 160,
      render: (row) => <ScheduleState schedule={row} />,
    },
  ];
  return (
    <Page title={t('title')} path={ofList} lead={t('lead')} actions={create}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        filters={filters}
        searchHint={t('search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/reports/by_email/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard
            title={<ScheduleLink row={row} />}
            aside={t(`rhythm.${row.rhythm}`)}
            lines={[<About key="about" row={row} />, <LastSent key="last" schedule={row} />]}
            marks={<ScheduleState schedule={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(reportPacks.listReportSchedules, search), name: t('title') }}
      />
    </Page>
  );
}

/** Which figures they are. */
function About({ row: { survey, location, department } }: { row: Row }) {
  const { t } = useTranslation('report_schedules');
  const parts = [location, department?.title, survey?.title ?? t('most_answered')].filter(
    (part) => typeof part === 'string',
  );
  return <bdi>{parts.join(' · ')}</bdi>;
}

const ScheduleLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/reports/by_email/$id" params={{ id: String(row.id) }} c="inherit">
    <bdi>{row.title}</bdi>
  </AnchorLink>
);
