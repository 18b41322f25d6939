import { account } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { getSession } from '../../../api/session.ts';

const RETURN_KEY = 'wardvoice.return_to';

/** Goes to the identity provider; afterwards the tab comes back to this screen. A session it had ends. */
export function leaveForSingleSignOn(returnTo: string | undefined): void {
  if (returnTo) sessionStorage.setItem(RETURN_KEY, returnTo);
  else sessionStorage.removeItem(RETURN_KEY);
  const leave = () => window.location.assign(account.SINGLE_SIGN_ON_START);
  if (getSession()) void call(account.logout, {}).then(leave, leave);
  else leave();
}

export function readReturnTo(): string | undefined {
  const returnTo = sessionStorage.getItem(RETURN_KEY) ?? undefined;
  sessionStorage.removeItem(RETURN_KEY);
  return returnTo;
}
