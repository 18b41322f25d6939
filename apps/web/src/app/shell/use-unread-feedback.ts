import { useQuery } from '@tanstack/react-query';
import { feedbackRecords } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useApplication, useMay } from '../../api/session.ts';

/** Counts the answered surveys that nobody has read, for the badge in the navigation. */
export function useUnreadFeedback(): number {
  const mayRead = useMay()('feedback.list');
  const isShown = useApplication() !== null && mayRead;
  const { data } = useQuery({
    ...ask(
      feedbackRecords.listFeedback,
      { query: { per_page: 1, unread: '1' } },
      { topics: ['feedback'], failureIsShown: true },
    ),
    enabled: isShown,
  });
  return isShown ? (data?.unread_count ?? 0) : 0;
}
