/**
 * Whose data a transaction may touch. Row-level security enforces `applicationId`; queries apply the wards (db/within-wards.ts), which
 * row-level security enforces as well in a call that only reads.
 */
export interface Scope {
  /** Null: the system itself. */
  readonly userId: number | null;
  /** 'all': the system, or a superuser who has chosen no application. Null: no application's data. */
  readonly applicationId: number | 'all' | null;
  /** Wards (PV1-3.1) that the user may see; empty means all. */
  readonly locations: readonly string[];
}

/** The scope of one application, which every call has unless its endpoint says otherwise. */
export interface ApplicationScope extends Scope {
  readonly applicationId: number;
}

export interface SystemScope extends Scope {
  readonly applicationId: 'all';
}

/** Why a transaction sees every application. */
export type SystemReason =
  /** The program starts, before anybody is there. */
  | 'start'
  /** A person signs in, or a call is about people or applications: the handler checks what the caller may see. */
  | 'person'
  /** A token, secret, number or address that came from outside has to be found before it is known whose it is. */
  | 'credential'
  /** Messages of all applications are acknowledged, filed and processed in one order; each message says whose it is. */
  | 'message order'
  /** A job does something for each application in turn, or counts over all. */
  | 'every application'
  /** The chain of the audit runs through all applications. */
  | 'audit'
  /** Data of the demo and of tests. */
  | 'example';

/** The scope of intake, workers and portal, which act for no user. */
export const systemScope = (_reason: SystemReason): SystemScope => SYSTEM_SCOPE;

const SYSTEM_SCOPE: SystemScope = { userId: null, applicationId: 'all', locations: [] };

export const applicationScope = (applicationId: number): ApplicationScope => ({
  userId: null,
  applicationId,
  locations: [],
});
