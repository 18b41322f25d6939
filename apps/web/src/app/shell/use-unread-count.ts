import { useQuery } from '@tanstack/react-query';
import { inbox } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useApplication } from '../../api/session.ts';

/** Of the inbox, for the badges in the header and the navigation. A badge that cannot be fetched is only not there. */
export function useUnreadCount(): number {
  const application = useApplication();
  const { data } = useQuery({
    ...ask(inbox.listInbox, { query: { per_page: 1 } }, { topics: ['inbox'], failureIsShown: true }),
    enabled: application !== null,
  });
  return application ? (data?.unread_count ?? 0) : 0;
}
