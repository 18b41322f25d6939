import { account } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { getSession, leaveFor } from '../../../api/session.ts';
import { atSubPath } from '../../../api/sub-path.ts';

const RETURN_KEY = 'wardvoice.return_to';
/** The provider that this tab signed in at last, which is asked again when its session has to be proved. */
const PROVIDER_KEY = 'wardvoice.provider';

interface Leaving {
  /** The screen to go on to afterwards. */
  returnTo: string | undefined;
  /** Null: the first. */
  provider: number | null;
}

/** Goes to an identity provider; afterwards the tab comes back to this screen. A session it had ends. */
export function leaveForSingleSignOn({ returnTo, provider }: Leaving): void {
  keep(RETURN_KEY, returnTo);
  keep(PROVIDER_KEY, provider === null ? undefined : String(provider));
  const address = account.singleSignOnStart(provider);
  const leave = () => leaveFor(address);
  if (getSession()) void call(account.logout, {}).then(leave, leave);
  else window.location.assign(atSubPath(address));
}

function keep(key: string, value: string | undefined): void {
  if (value) sessionStorage.setItem(key, value);
  else sessionStorage.removeItem(key);
}

/** Returns where this tab signed in; null: at the first provider, or nowhere. */
export function readProvider(): number | null {
  const number = sessionStorage.getItem(PROVIDER_KEY);
  return number === null ? null : Number(number);
}

export function readReturnTo(): string | undefined {
  const returnTo = sessionStorage.getItem(RETURN_KEY) ?? undefined;
  sessionStorage.removeItem(RETURN_KEY);
  return returnTo;
}
