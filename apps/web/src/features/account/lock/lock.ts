import { account } from '@wardvoice/contract';
import { notifyTabs } from '../../../api/activity.ts';
import { call } from '../../../api/call.ts';
import { getSession, showLocked } from '../../../api/session.ts';

/** Locks this tab at once, the session on the server, and through the other tabs theirs. */
export async function lock({ alsoOtherTabs = true }: { alsoOtherTabs?: boolean } = {}): Promise<void> {
  if (!getSession()) return;
  showLocked();
  if (alsoOtherTabs) notifyTabs('locked');
  // Without a connection the server locks by itself when the time has passed.
  await call(account.lockSession, {}).catch(() => undefined);
}
