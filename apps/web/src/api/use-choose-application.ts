import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { account } from '@wardvoice/contract';
import { call } from './call.ts';
import { renewSession } from './session.ts';

/** Goes to work in another application, or in none; nothing fetched for the former one is kept. */
export function useChooseApplication() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (applicationId: number | null) =>
      call(account.chooseApplication, { body: { application_id: applicationId } }),
    onSuccess: async (reply) => {
      renewSession(reply);
      client.clear();
      await navigate({ to: reply.application_user.application ? '/dashboard' : '/applications/index' });
    },
  });
}
