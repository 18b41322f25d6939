import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getSession } from '../../../api/session.ts';
import { onShared } from '../../../api/share-session.ts';
import { atSubPath } from '../../../api/sub-path.ts';
import { firstScreen } from './first-screen.ts';

/** Goes on from the sign-in screen when another tab of this browser has signed this one in. */
export function useFollowTab(wanted: string | undefined): void {
  const router = useRouter();
  const client = useQueryClient();
  useEffect(
    () =>
      onShared('signed_in', () => {
        const session = getSession();
        if (!session) return;
        client.clear();
        router.history.push(atSubPath(firstScreen(wanted, session.application_user.landing_page)));
      }),
    [client, router, wanted],
  );
}
