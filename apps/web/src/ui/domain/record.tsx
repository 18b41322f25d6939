import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/api-error.ts';
import { Page } from '../kit/page.tsx';
import type { Crumb } from '../kit/page-store.ts';
import { FailedState } from '../kit/state-panels.tsx';

interface RecordProps<T> {
  query: UseQueryResult<{ data: T }>;
  /** Title of the page while the record is being fetched, and when it could not be. */
  title: string;
  path: readonly Crumb[];
  children: (record: T) => ReactNode;
}

/** Shows a page about one record: a skeleton while it is fetched, the failure, or the record itself. */
export function Record<T>({ query, title, path, children }: RecordProps<T>) {
  const { t } = useTranslation();
  if (query.data) return children(query.data.data);
  return (
    <Page title={title} path={path}>
      {query.isError ? (
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Stack gap={16} role="status" aria-label={t('loading')}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={220} />
          <Skeleton height={160} />
        </Stack>
      )}
    </Page>
  );
}
