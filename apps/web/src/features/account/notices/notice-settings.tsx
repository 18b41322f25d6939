import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { notices } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { FailedState } from '../../../ui/kit/state-panels.tsx';
import { NoticeForm } from './notice-form.tsx';

/** What the person hears of, and by which ways. */
export function NoticeSettings() {
  const query = useQuery(ask(notices.getNotices, {}, { failureIsShown: true }));
  if (query.isError && !query.data)
    return <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={280} />;
  return <NoticeForm own={query.data.data} />;
}
