import { useState } from 'react';
import { DataTable, type Column } from '../../ui/kit/data-table.tsx';
import { FilterChip } from '../../ui/kit/filters.tsx';
import { HeldBack } from '../../ui/kit/held-rows/held-back.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/kit/panel-rows.tsx';
import { AddButton, ChangeButton, RemoveButton } from '../../ui/kit/row-buttons.tsx';
import { Pager } from '../../ui/kit/pager.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { CardList, RowCard } from '../../ui/kit/row-card.tsx';
import { SearchBox } from '../../ui/kit/search-box.tsx';
import { EmptyState, FailedState, NoMatch } from '../../ui/kit/state-panels.tsx';
import { FAILURE, WARD_NAMES, WARDS, WORDS, type Ward } from './samples.ts';
import { GalleryFrame, Specimen } from './specimen.tsx';
import classes from './specimen.module.css';

const COLUMNS: Column<Ward>[] = [
  { id: 'name', title: WORDS.name, render: ({ name }) => name, sort: 'name' },
  { id: 'beds', title: WORDS.beds, width: 120, align: 'end', render: ({ beds }) => beds },
  { id: 'at', title: WORDS.hour, width: 160, align: 'end', render: ({ at }) => <RelativeTime at={at} /> },
];

export function ListsPage() {
  const [term, setTerm] = useState<string>();
  const [ward, setWard] = useState<string>();
  const [page, setPage] = useState(1);
  const [isHeld, setIsHeld] = useState(true);
  return (
    <GalleryFrame of="lists">
      <Tables />
      <Rows />
      <Specimen of="Pager" from="ui/kit/pager.tsx">
        <Pager
          list={{
            current_page: page,
            last_page: 4,
            per_page: 25,
            total: 93,
            from: page * 25 - 24,
            to: Math.min(page * 25, 93),
          }}
          onPage={setPage}
          onPageSize={() => setPage(1)}
        />
      </Specimen>
      <Specimen of="SearchBox" from="ui/kit/search-box.tsx">
        <SearchBox value={term} hint={WORDS.search} onSearch={setTerm} />
      </Specimen>
      <Specimen of="FilterChip" from="ui/kit/filters.tsx">
        <FilterChip
          filter={{
            id: 'ward',
            kind: 'choice',
            label: WORDS.ward,
            options: WARD_NAMES.map((value) => ({ value, label: value })),
          }}
          value={ward}
          onChange={setWard}
        />
      </Specimen>
      <Specimen of="HeldBack" from="ui/kit/held-rows/held-back.tsx">
        <div style={{ position: 'relative', minHeight: 40 }}>
          <HeldBack
            held={{ added: 2, gone: new Set(['3']), isHeld, show: () => setIsHeld(false) }}
            onShown={() => undefined}
          />
        </div>
      </Specimen>
      <Specimen of="RowCard" from="ui/kit/row-card.tsx">
        <RowCard
          title="Ash"
          aside={<RelativeTime at={WARDS[0]?.at ?? ''} />}
          lines={['First floor', '18']}
          marks={<span className="wv-quiet">{WORDS.open}</span>}
        />
      </Specimen>
      <Specimen of="CardList" from="ui/kit/row-card.tsx">
        <CardList
          label={WORDS.name}
          rows={WARDS}
          rowKey={({ name }) => name}
          card={({ name, beds, at }) => (
            <RowCard title={name} aside={<RelativeTime at={at} />} lines={[String(beds)]} />
          )}
        />
      </Specimen>
      <Specimen of="EmptyState" from="ui/kit/state-panels.tsx">
        <EmptyState title={WORDS.empty} text={WORDS.emptyText} />
      </Specimen>
      <Specimen of="NoMatch" from="ui/kit/state-panels.tsx">
        <NoMatch onClear={() => undefined} />
      </Specimen>
      <Specimen of="FailedState" from="ui/kit/state-panels.tsx">
        <FailedState error={FAILURE} onRetry={() => undefined} />
      </Specimen>
    </GalleryFrame>
  );
}

function Tables() {
  const [sort, setSort] = useState('name');
  const rows = sort.startsWith('-') ? WARDS.toReversed() : WARDS;
  const table = { columns: COLUMNS, rowKey: ({ id }: Ward) => id };
  return (
    <>
      <Specimen of="DataTable" from="ui/kit/data-table.tsx">
        <div className={classes.specimens}>
          <DataTable
            {...table}
            caption={WORDS.caption}
            rows={rows}
            sort={sort}
            onSort={setSort}
            isStrong={({ id }) => id === 2}
          />
          <DataTable
            {...table}
            caption={`${WORDS.caption}: ${WORDS.where}`}
            rows={WARDS}
            groupOf={({ group }) => ({ key: group, heading: group })}
          />
          <div aria-hidden>
            <DataTable {...table} caption={WORDS.saving} rows={undefined} skeletonRows={3} />
          </div>
        </div>
      </Specimen>
      <Specimen of="RelativeTime" from="ui/kit/time/relative-time.tsx">
        <div className={classes.row}>
          <RelativeTime at={WARDS[0]?.at ?? ''} />
          <RelativeTime at={WARDS[0]?.at ?? ''} exact />
        </div>
      </Specimen>
    </>
  );
}

function Rows() {
  const named = (verb: string, name: string) => `${verb}: ${name}`;
  return (
    <>
      <Specimen of="PanelRows" from="ui/kit/panel-rows.tsx" flush>
        <PanelRows label={WORDS.ward} columns="minmax(0, 1fr) minmax(0, 1fr)">
          {WARDS.map(({ id, name, beds }) => (
            <PanelRow
              key={id}
              buttons={
                <>
                  <ChangeButton label={named(WORDS.save, name)} onClick={() => undefined} />
                  <RemoveButton label={named(WORDS.delete, name)} onClick={() => undefined} />
                </>
              }
            >
              <span>{name}</span>
              <span>{beds}</span>
            </PanelRow>
          ))}
        </PanelRows>
      </Specimen>
      <Specimen of="PanelRow" from="ui/kit/panel-rows.tsx" flush>
        <PanelRows label={WORDS.beds} columns="minmax(0, 1fr)">
          <PanelRow>
            <span>{WARDS[0]?.name}</span>
          </PanelRow>
        </PanelRows>
      </Specimen>
      <Specimen of="PanelNote" from="ui/kit/panel-rows.tsx" flush>
        <PanelNote>{WORDS.emptyText}</PanelNote>
      </Specimen>
      <Specimen of="ChangeButton" from="ui/kit/row-buttons.tsx">
        <ChangeButton label={WORDS.more} onClick={() => undefined} />
      </Specimen>
      <Specimen of="RemoveButton" from="ui/kit/row-buttons.tsx">
        <RemoveButton label={WORDS.delete} onClick={() => undefined} />
      </Specimen>
      <Specimen of="AddButton" from="ui/kit/row-buttons.tsx">
        <AddButton onClick={() => undefined}>{WORDS.ward}</AddButton>
      </Specimen>
    </>
  );
}
