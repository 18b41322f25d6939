import { Button, SegmentedControl } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { inbox } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { List } from '../../ui/domain/list-page.tsx';
import type { RowGroup } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { DoneButton, ItemButton, KindMark, useInboxColumns } from './inbox-columns.tsx';
import { useFinish } from './use-finish.ts';
import { useOpenItem } from './use-open-item.ts';

/** What is told again while the inbox is open. */
const LIVE = ['inbox', 'cases', 'texts', 'alarms', 'feedback'] as const;

export function InboxPage() {
  const { t } = useTranslation('inbox');
  const search = useSearch({ from: '/shell/inbox' });
  const done = search.done ?? '0';
  const list = useQuery({
    ...ask(inbox.listInboxByPerson, { query: { ...search, done } }, { topics: [...LIVE], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const { doneOver, ...finish } = useFinish();
  const actions = { ...finish, open: useOpenItem() };
  const over = list.data?.over_count ?? 0;

  return (
    <Page title={t('title')} lead={t('lead')}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        before={<Views done={done} />}
        filters={useInboxFilters()}
        after={(shown) =>
          done === '0' && (
            <>
              {over > 0 && (
                <Button variant="default" size="compact-sm" disabled={finish.isBusy} onClick={doneOver}>
                  {t('done_over', { count: over })}
                </Button>
              )}
              {shown.length > 1 && (
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconChecks size={16} stroke={1.75} aria-hidden />}
                  disabled={finish.isBusy || list.isPlaceholderData}
                  onClick={() => finish.done(shown)}
                >
                  {t('done_all')}
                </Button>
              )}
            </>
          )
        }
        columns={useInboxColumns(actions)}
        rowKey={(row) => row.id}
        onRow={actions.open}
        isStrong={(row) => row.read_at === null}
        groupOf={useGroup()}
        card={(row) => (
          <RowCard
            title={<ItemButton item={row} onOpen={actions.open} />}
            aside={<RelativeTime at={row.created_at} />}
            lines={[row.answer && row.question, [row.department_title, row.location].filter(Boolean).join(' · ')]}
            marks={
              <>
                <KindMark item={row} />
                <DoneButton item={row} actions={actions} />
              </>
            }
          />
        )}
        empty={
          done === '1'
            ? { title: t('done_empty_title'), text: t('done_empty_text') }
            : { title: t('empty_title'), text: t('empty_text') }
        }
      />
    </Page>
  );
}

function Views({ done }: { done: '0' | '1' }) {
  const { t } = useTranslation('inbox');
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={t('view.label')}
      size="sm"
      value={done}
      onChange={(value) =>
        void navigate({
          from: '/inbox',
          to: '/inbox',
          search: ({ per_page, kind }) => ({ per_page, kind, ...(value === '1' ? { done: '1' as const } : {}) }),
          // The saved view in use stays that, to be compared with.
          state: ({ view }) => ({ view }),
        })
      }
      data={[
        { value: '0', label: t('view.open') },
        { value: '1', label: t('view.done') },
      ]}
    />
  );
}

function useInboxFilters(): Filter[] {
  const { t } = useTranslation('inbox');
  return [
    {
      id: 'unread',
      kind: 'flag',
      label: t('filter.unread'),
      none: { title: t('all_read_title'), text: t('empty_text') },
    },
    {
      id: 'kind',
      kind: 'choice',
      label: t('filter.kind'),
      options: inbox.INBOX_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
    },
  ];
}

/** Whom an item is about. Nobody is named whom the person may not see. */
function useGroup(): (item: inbox.ItemOfPerson) => RowGroup {
  const { t } = useTranslation('inbox');
  return ({ group, person }) => ({
    key: group,
    heading: <bdi>{group === 'system' ? t('group.system') : (person ?? t('group.unknown'))}</bdi>,
  });
}
