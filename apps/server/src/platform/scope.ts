import { Forbidden } from './errors.ts';

/** Whose data a transaction may touch. Row-level security enforces `applicationId`; queries add the wards. */
export interface Scope {
  /** null: the system itself. */
  readonly userId: number | null;
  /** 'all': the system, or a superuser who has chosen none. null: nothing. */
  readonly applicationId: number | 'all' | null;
  /** Wards (PV1-3.1) the user may see; empty means all. */
  readonly locations: readonly string[];
}

/** Intake, worker and portal act for nobody in particular. */
export const SYSTEM_SCOPE: Scope = { userId: null, applicationId: 'all', locations: [] };

export const applicationScope = (applicationId: number): Scope => ({ userId: null, applicationId, locations: [] });

/** The application of a call that is about one. Throws Forbidden for the system and for who has chosen none. */
export function requireApplication({ applicationId }: Scope): number {
  if (typeof applicationId !== 'number') throw new Forbidden('Choose an application first.');
  return applicationId;
}
