import { useQueryClient } from '@tanstack/react-query';
import { account } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { endSession } from '../../api/session.ts';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';
import { mayLeave } from '../../ui/domain/record-form/unsaved.ts';

/** Ends the session here and at the server. The shell then shows the way to the sign-in screen. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    if (!(await mayLeave())) return;
    try {
      await call(account.logout, {});
    } catch (error) {
      // The browser forgets the session all the same; the server lets it run out.
      noticeFailedRequest(error);
    }
    endSession('signed_out');
    client.clear();
  };
}
