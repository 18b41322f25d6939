import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { account } from '@wardvoice/contract';
import { call } from './call.ts';
import { forgetAll } from './invalidate.ts';
import { renewSession } from './session.ts';

/**
 * Goes to work in another application, or in none; nothing fetched for the former one is kept. The person goes to the
 * first screen, for the record at this address belongs to the former one, or stays where there was none. What the screen that stays has
 * fetched is fetched again.
 */
export function useChooseApplication({ stay = false } = {}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (applicationId: number | null) =>
      call(account.chooseApplication, { body: { application_id: applicationId } }),
    onSuccess: async (reply) => {
      renewSession(reply);
      if (stay) return forgetAll(client);
      client.clear();
      await navigate({ to: reply.application_user.application ? '/dashboard' : '/applications/index' });
    },
  });
}
