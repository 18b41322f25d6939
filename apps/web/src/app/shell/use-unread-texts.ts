import { useQuery } from '@tanstack/react-query';
import { texts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useApplication, useMay } from '../../api/session.ts';

/** Counts the unread texts that are for a person, for the badge in the navigation. */
export function useUnreadTexts(): number {
  const mayRead = useMay()('texts.list');
  const isShown = useApplication() !== null && mayRead;
  const { data } = useQuery({
    ...ask(texts.listTexts, { query: { per_page: 1, unread: '1' } }, { topics: ['texts'], failureIsShown: true }),
    enabled: isShown,
  });
  return isShown ? (data?.unread_count ?? 0) : 0;
}
