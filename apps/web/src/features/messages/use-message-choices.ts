import { useQuery } from '@tanstack/react-query';
import { messages, type ReplyOf } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';

type Choices = ReplyOf<typeof messages.listMessageChoices>['data'];

const NONE: Choices = { wards: [], lists: [] };

/** Wards and mailing lists to choose from; none for those who may not list messages, and while they are being fetched. */
export function useMessageChoices(): Choices {
  const mayList = useMay()('messages.list');
  const { data } = useQuery({ ...ask(messages.listMessageChoices, {}), enabled: mayList });
  return data?.data ?? NONE;
}
