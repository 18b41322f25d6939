import type { account } from '@wardvoice/contract';

/** Who makes a call, as the account slice found by the token. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly userName: string;
  /** 1 means superuser. */
  readonly super_user: number;
  readonly permissions: readonly string[];
  readonly applicationId: number | null;
  /** Wards (PV1-3.1) the user may see in that application; empty means all. */
  readonly locations: readonly string[];
  /** Name of their role in that application. */
  readonly role: string | null;
  readonly method: account.SignInMethod;
  /** True when the person has been idle for too long or has locked the session: nearly every call is answered with 423. */
  readonly locked: boolean;
  /** True when the person has proved within the last minutes who they are, by signing in or since. */
  readonly isFresh: boolean;
  /** True when an application of the person, or their role in it, asks for two-step sign-in; never with single sign-on. */
  readonly requiresTwoStep: boolean;
  /** True when the person has to switch it on first: nearly every call is answered with 403. */
  readonly needsTwoStep: boolean;
}
