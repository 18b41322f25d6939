import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { account } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { endSession } from '../../api/session.ts';
import { noticeFailedRequest } from '../../ui/domain/notices.ts';

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    try {
      await call(account.logout, {});
    } catch (error) {
      // The browser forgets the session all the same; the server lets it run out.
      noticeFailedRequest(error);
    }
    // First leave, so that the sign-in screen is not told to come back here.
    await navigate({ to: '/login' });
    endSession('signed_out');
    client.clear();
  };
}
