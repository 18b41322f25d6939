import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { account } from '@wardvoice/contract';
import { beActive } from '../../../api/activity.ts';
import { startSession } from '../../../api/session.ts';
import { atSubPath } from '../../../api/sub-path.ts';
import { firstScreen } from './first-screen.ts';

type SignedIn = account.SessionReply & { auth_token: string };

/** Keeps the session and goes to the page that was wanted, else where this person starts, else to the dashboard. */
export function useEnter(): (reply: SignedIn, wanted: string | undefined) => Promise<void> {
  const navigate = useNavigate();
  const router = useRouter();
  const client = useQueryClient();
  return async ({ auth_token, ...session }, wanted) => {
    client.clear();
    beActive();
    startSession(auth_token, session);
    const to = firstScreen(wanted, session.application_user.landing_page);
    if (to === '/dashboard') await navigate({ to });
    else router.history.push(atSubPath(to));
  };
}
