import type { account } from '@wardvoice/contract';

/** Who makes a call, as the account slice found out from the token. */
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
  readonly method: account.SignInMethod;
  /** Nobody has shown to be there for a while, or the person locked it: 423 to nearly everything. */
  readonly locked: boolean;
}
