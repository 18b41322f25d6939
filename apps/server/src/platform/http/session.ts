import type { account } from '@wardvoice/contract';

/** An API key that makes a call, instead of a person. */
export interface CallingKey {
  readonly id: number;
  readonly name: string;
  /** The calls of this minute, over all processes. Below 0 remaining, the call is refused. */
  readonly rate: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };
}

/** Who makes a call, as the account slice found by the token: a person who is signed in, or an API key. */
export interface Session {
  /** Null for an API key. */
  readonly id: number | null;
  /** Null for an API key. */
  readonly userId: number | null;
  /** The name of the person; of an API key, as the audit names it. */
  readonly userName: string;
  /** Null for a person. */
  readonly apiKey: CallingKey | null;
  /** 1 means superuser. */
  readonly super_user: number;
  readonly permissions: readonly string[];
  readonly applicationId: number | null;
  /** Wards (PV1-3.1) the user may see in that application; empty means all. */
  readonly locations: readonly string[];
  /** Name of their role in that application. */
  readonly role: string | null;
  /** True when the person has been idle for too long or has locked the session: nearly every call is answered with 423. */
  readonly locked: boolean;
  /**
   * True when the person has proved within the last minutes who they are, by signing in or since. Always true for an API key,
   * which nobody finds unattended on a screen.
   */
  readonly isFresh: boolean;
  /** True when an application of the person, or their role in it, asks for two-step sign-in; never with single sign-on. */
  readonly requiresTwoStep: boolean;
  /** True when the person has to switch it on first: nearly every call is answered with 403. */
  readonly needsTwoStep: boolean;
}

/** A person who is signed in, as calls for people alone get it. */
export interface PersonSession extends Session {
  readonly id: number;
  readonly userId: number;
  readonly apiKey: null;
  readonly method: account.SignInMethod;
}
