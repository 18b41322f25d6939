import { useQuery } from '@tanstack/react-query';
import { inbox } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useApplication } from '../../api/session.ts';

/** Counts the unread items of the inbox, for the badges in the header and the navigation. A count that fails shows no badge. */
export function useUnreadCount(): number {
  const application = useApplication();
  const { data } = useQuery({
    ...ask(inbox.listInbox, { query: { per_page: 1 } }, { topics: ['inbox'], failureIsShown: true }),
    enabled: application !== null,
  });
  return application ? (data?.unread_count ?? 0) : 0;
}
