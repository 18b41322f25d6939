import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { inbox } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';

/** Marks an item as read, and opens what it is about. */
export function useOpenItem(): (item: inbox.InboxItem) => void {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const read = useMutation({
    mutationFn: (id: number) => call(inbox.readInboxItem, { params: { id } }),
    onSuccess: () => void invalidate('inbox'),
  });
  const targetOf = useTarget();
  return (item) => {
    if (item.read_at === null) read.mutate(item.id);
    const target = targetOf(item);
    if (target) void navigate(target);
  };
}

/** The record that an item is about; null when the person may not open it. */
export function useTarget() {
  const may = useMay();
  return ({ case_id, text_id, alarm_id, feedback_id }: inbox.InboxItem) => {
    if (case_id !== null && may('cases.list')) return { to: '/cases/$id', params: { id: String(case_id) } };
    if (text_id !== null && may('texts.list')) return { to: '/texts/$id', params: { id: String(text_id) } };
    if (alarm_id !== null && may('alarms.list')) return { to: '/alarms/index' };
    if (feedback_id !== null && may('feedback.list'))
      return { to: '/feedback/records/$id', params: { id: String(feedback_id) } };
    return null;
  };
}
