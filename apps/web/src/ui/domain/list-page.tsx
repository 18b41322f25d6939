import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page as ListOf } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { lastChangeHere } from '../../api/invalidate.ts';
import { DataTable, groupAbove, type DataTableProps } from '../kit/data-table.tsx';
import { ErrorDialog } from '../kit/error-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HeldBack } from '../kit/held-rows/held-back.tsx';
import type { Filter } from '../kit/filters.tsx';
import classes from './list-page.module.css';
import { Pager } from '../kit/pager.tsx';
import { RowCard } from '../kit/row-card.tsx';
import { SavedViews } from './saved-views/saved-views.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { EmptyState, FailedState, NoMatch } from '../kit/state-panels.tsx';
import { useFreshKeys } from '../kit/use-fresh-keys.ts';
import { useHeldRows } from '../kit/held-rows/use-held-rows.ts';
import { useListInUse } from '../kit/held-rows/use-list-in-use.ts';

/** What every list keeps in the address of its screen, beside its filters. */
interface ListSearch {
  page: number;
  per_page: number;
  term?: string | undefined;
  sort?: string | undefined;
}

interface ListProps<T> extends Pick<
  DataTableProps<T>,
  'caption' | 'columns' | 'rowKey' | 'onRow' | 'isStrong' | 'groupOf'
> {
  query: UseQueryResult<ListOf<T>>;
  search: ListSearch;
  filters?: readonly Filter[];
  /** Undefined where the call cannot search; then there is no search field. */
  searchHint?: string;
  /** Draws a row on a phone. */
  card: (row: T) => ReactNode;
  empty: { title: string; text: string; action?: ReactNode };
  /** Address and name of the list as a CSV file. */
  csv?: { address: string; name: string };
  /** Stands before the search field, such as a choice of views. */
  before?: ReactNode;
  /** Stands after the filters, such as a button for all rows that are shown; rows that are held back are not among them. */
  after?: (shown: readonly T[]) => ReactNode;
}

/**
 * Shows a list as a table, or as cards on a phone, and says when it is loading, empty or could not be loaded. Filters, search,
 * sorting and page are kept in the address. No row moves by itself while somebody uses the list.
 */
export function List<T>({
  query,
  search,
  filters = [],
  searchHint,
  card,
  empty,
  csv,
  before,
  after,
  ...table
}: ListProps<T>) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  const { change, clear, active, valueOf } = useListSearch(search, filters);
  const { data: list, isError, isPlaceholderData } = query;
  const error = isError && !list ? asApiError(query.error) : null;
  const isFiltered = active.length > 0;
  const retry = () => void query.refetch();
  const view = JSON.stringify(search);
  const { surface, isInUse, ...pointing } = useListInUse();
  const held = useHeldRows({
    rows: isPlaceholderData ? undefined : list?.data,
    rowKey: table.rowKey,
    isFull: list !== undefined && list.data.length >= list.per_page,
    view,
    isFetching: query.isFetching,
    updatedAt: query.dataUpdatedAt,
    changedAt: lastChangeHere(),
    isInUse,
  });
  const rows = held.rows ?? list?.data;
  const fresh = useFreshKeys(held.rows?.map(table.rowKey).join(), view);

  return (
    <div className={classes.list}>
      <div className={classes.tools}>
        {before && <div className={classes.before}>{before}</div>}
        {searchHint && (
          <div className={classes.search}>
            <SearchBox value={search.term} hint={searchHint} onSearch={(term) => change({ term })} />
          </div>
        )}
        {filters.length > 0 && (
          <FilterBar
            filters={filters}
            valueOf={valueOf}
            onChange={(id, value) => change({ [id]: value })}
            onClear={isFiltered ? clear : undefined}
          />
        )}
        <div className={classes.end}>
          <SavedViews search={search} filters={filters} />
          {after?.(rows ?? [])}
          {csv && <ExportButton {...csv} wordClassName={classes.exportWord} />}
        </div>
      </div>
      <div ref={surface} className={classes.rows} tabIndex={-1} {...pointing}>
        <HeldBack held={held} onShown={() => surface.current?.focus()} />
        <div className={classes.surface}>
          {error ? (
            <FailedState error={error} onRetry={retry} />
          ) : rows?.length === 0 ? (
            isFiltered || search.term ? (
              <NoMatch onClear={clear} none={active.length === 1 && !search.term ? active[0]?.none : undefined} />
            ) : (
              <EmptyState {...empty} />
            )
          ) : isPhone ? (
            <ul className={classes.cards} aria-label={table.caption} aria-busy={!list}>
              {!list && skeletonCards}
              {rows?.map((row, at) => (
                <li key={table.rowKey(row)} className={clsx(held.gone.has(String(table.rowKey(row))) && classes.gone)}>
                  {table.groupOf && <GroupHeading heading={groupAbove(table.groupOf, rows, at)?.heading} />}
                  {card(row)}
                </li>
              ))}
            </ul>
          ) : (
            <DataTable
              {...table}
              rows={rows}
              sort={search.sort}
              onSort={(sort) => change({ sort })}
              busy={isPlaceholderData}
              fresh={fresh}
              gone={held.gone}
            />
          )}
          {list && rows && rows.length > 0 && (
            <Pager list={list} onPage={(page) => change({ page })} onPageSize={(per_page) => change({ per_page })} />
          )}
        </div>
      </div>
      <ErrorDialog title={t('list.failed_title')} error={error} onRetry={retry} />
    </div>
  );
}

const GroupHeading = ({ heading }: { heading: ReactNode }) => heading && <h2 className={classes.group}>{heading}</h2>;

const skeletonCards = [0, 1, 2, 3, 4].map((index) => (
  <li key={index} aria-hidden>
    <RowCard
      title={<Skeleton height={12} width={160} />}
      aside={<Skeleton height={10} width={56} />}
      lines={[<Skeleton key="line" height={10} width="55%" />]}
    />
  </li>
));

function useListSearch(search: ListSearch, filters: readonly Filter[]) {
  const navigate = useNavigate();
  const values = new Map<string, unknown>(Object.entries(search));
  const valueOf = (id: string): string | undefined => {
    const value = values.get(id);
    return typeof value === 'string' || typeof value === 'number' || Array.isArray(value)
      ? value.toString()
      : undefined;
  };
  /**
   * Changes the address. Unless everything is cleared, the saved view in use stays that, to be compared with. Every change except of the page itself leads back to the first
   * page.
   */
  const change = (patch: Record<string, unknown>, leavesView = false) =>
    void navigate({
      to: '.',
      search: ({ page: _page, ...old }) => ({ ...old, ...patch }),
      state: ({ view }) => (leavesView ? {} : { view }),
    });
  const active = filters.filter(({ id }) => Boolean(valueOf(id)) && valueOf(id) !== '0');
  const clear = () =>
    change({ term: undefined, ...Object.fromEntries(filters.map(({ id }) => [id, undefined])) }, true);
  return { change, clear, active, valueOf };
}
