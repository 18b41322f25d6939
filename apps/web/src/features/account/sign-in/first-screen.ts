import type { Session } from '../../../api/session.ts';
import { isScreen } from '../is-screen.ts';

/** The page that was wanted, else where this person starts, else the dashboard. */
export function firstScreen(wanted: string | undefined, landing: Session['application_user']['landing_page']): string {
  if (isScreen(wanted)) return wanted;
  return isScreen(landing) ? landing : '/dashboard';
}
