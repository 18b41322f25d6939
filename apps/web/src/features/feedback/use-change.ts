import { useMutation } from '@tanstack/react-query';
import { feedbackRecords, type BodyInputOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';

type Changes = BodyInputOf<typeof feedbackRecords.updateFeedback>['feedback'];

/** Changes who looks after answers, or their tags. A change that fails is told, and the page shows what holds. */
export function useChange(id: number) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (feedback: Changes) => call(feedbackRecords.updateFeedback, { params: { id }, body: { feedback } }),
    onError: noticeFailedRequest,
    onSettled: () => invalidate('feedback'),
  });
}
