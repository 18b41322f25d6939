import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cases, type BodyInputOf } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeFailedRequest, noticeSuccess, noticeTrouble } from '../../ui/domain/notices.ts';

export type CaseMove = BodyInputOf<typeof cases.updateCase>['case'];

/** Claims, notes the contact, closes or reopens. When somebody was faster, says so and shows what they did. */
export function useMoveCase(id: number) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (move: CaseMove) => call(cases.updateCase, { params: { id }, body: { case: move } }),
    meta: { failureIsShown: true },
    onSuccess: (reply, { action }) => {
      client.setQueryData([cases.getCase.path, { params: { id } }], reply);
      noticeSuccess(t(`${action}_done`, { id }));
    },
    onError: (cause) => {
      const error = asApiError(cause);
      if (error.status === 409) noticeTrouble(t('faster'), error.message);
      else if (error.status !== 422) noticeFailedRequest(error);
    },
    onSettled: () => void invalidate('cases', 'inbox', 'deliveries'),
  });
}
