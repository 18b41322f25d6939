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
