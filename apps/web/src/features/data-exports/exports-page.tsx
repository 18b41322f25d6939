import { Alert, Button, Text } from '@mantine/core';
import { IconMoon, IconTableExport } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataExports } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { DownloadButton } from './download-button.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FftPanel } from './fft-panel.tsx';
import { ExportState } from './export-marks.tsx';
import { NightlyDialog } from './nightly-dialog.tsx';
import { useExportWords } from './use-export-words.ts';

type Row = dataExports.DataExport;

/** Files of rows for analysts: what was exported, and what is exported each night. */
export function ExportsPage() {
  const { t } = useTranslation('data_exports');
  const { number } = useFormats();
  const words = useExportWords();
  const search = useSearch({ from: '/shell/data-exports/index' });
  const may = useMay();
  const [dialog, setDialog] = useState<'export' | 'nightly' | null>(null);
  const list = useQuery({
    ...ask(dataExports.listDataExports, { query: search }, { failureIsShown: true, topics: ['data_exports'] }),
    placeholderData: keepPreviousData,
  });
  const { data: nightly } = useQuery(ask(dataExports.getNightlyExport, {}, { topics: ['data_exports'] }));
  const hasNoPlace = list.data?.place === null;
  const create = may('data_exports.create') && !hasNoPlace && (
    <Button leftSection={<IconTableExport size={16} stroke={1.75} aria-hidden />} onClick={() => setDialog('export')}>
      {t('export_now')}
    </Button>
  );
  const actions = create && nightly && (
    <>
      <Button
        variant="default"
        leftSection={<IconMoon size={16} stroke={1.75} aria-hidden />}
        onClick={() => setDialog('nightly')}
      >
        {t(nightly.data.active ? 'nightly_is_on' : 'nightly_is_off')}
      </Button>
      {create}
    </>
  );
  const filters: Filter[] = [
    {
      id: 'subject',
      kind: 'choice',
      label: t('what'),
      options: dataExports.EXPORT_SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) })),
    },
    {
      id: 'state',
      kind: 'choice',
      label: t('column.state'),
      options: dataExports.EXPORT_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
    },
  ];
  const fileOf = (row: Row) =>
    row.state === 'done' && may('data_exports.download') ? <DownloadButton row={row} /> : null;
  const columns: Column<Row>[] = [
    { id: 'subject', title: t('what'), render: (row) => words.title(row) },
    { id: 'days', title: t('column.days'), from: 'medium', render: words.days },
    { id: 'state', title: t('column.state'), width: 150, render: (row) => <ExportState state={row.state} /> },
    {
      id: 'row_count',
      title: t('column.rows'),
      sort: 'row_count',
      width: 110,
      align: 'end',
      render: (row) => number(row.row_count),
    },
    {
      id: 'bytes',
      title: t('column.size'),
      sort: 'bytes',
      width: 100,
      align: 'end',
      render: (row) => words.size(row.bytes),
    },
    { id: 'asked_by', title: t('column.asked_by'), from: 'wide', render: (row) => <bdi>{words.who(row)}</bdi> },
    {
      id: 'asked_at',
      title: t('column.asked_at'),
      sort: 'asked_at',
      width: 130,
      render: (row) => <RelativeTime at={row.asked_at} />,
    },
    {
      id: 'file',
      title: t('column.file'),
      render: (row) => row.error ?? fileOf(row) ?? <FileName file={row.file} />,
    },
  ];
  return (
    <Page title={t('title')} lead={t('lead')} actions={actions}>
      {hasNoPlace && (
        <Alert color="gray" title={t('no_place_title')} mb="md">
          {t('no_place_text')}
        </Alert>
      )}
      {typeof list.data?.place === 'string' && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('place', { place: list.data.place, days: number(list.data.keep_days) })}
        </Text>
      )}
      <List
        caption={t('title')}
        query={list}
        search={search}
        filters={filters}
        columns={columns}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard
            title={words.title(row)}
            lines={[
              words.days(row),
              t('counts', { rows: number(row.row_count), size: words.size(row.bytes), who: words.who(row) }),
              row.error,
              fileOf(row),
            ]}
            marks={<ExportState state={row.state} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(dataExports.listDataExports, search), name: t('title') }}
      />
      <ExportDialog opened={dialog === 'export'} onClose={() => setDialog(null)} />
      {nightly && (
        <NightlyDialog opened={dialog === 'nightly'} nightly={nightly.data} onClose={() => setDialog(null)} />
      )}
      {may('data_exports.create') && <FftPanel />}
    </Page>
  );
}

const FileName = ({ file }: { file: string | null }) => (file === null ? '–' : <bdi>{file.split('/').at(-1)}</bdi>);
