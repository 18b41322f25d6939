import { isDiagnosisOf, isDispositionOf, isPayerOf } from '../patient-events/index.ts';

/** What is told of a visit in codes. */
export interface VisitCodes {
  diagnoses: readonly string[] | null;
  discharge_disposition: string | null;
  payers: readonly string[] | null;
}

type Codes = readonly string[];

/**
 * The filters that leave visits out, and whether a visit is one of those. They are asked when a rule plans, and again before each
 * sending, because hospitals code diagnoses after the discharge.
 */
const LEAVING_OUT: Readonly<Record<string, (visit: VisitCodes, codes: Codes) => boolean>> = {
  without_diagnosis: ({ diagnoses }, codes) => isDiagnosisOf(diagnoses, codes),
  without_disposition: ({ discharge_disposition }, codes) => isDispositionOf(discharge_disposition, codes),
  without_payer: ({ payers }, codes) => isPayerOf(payers, codes),
};

/** Returns whether a filter leaves a visit out; null when the filter is none that does. */
export const isLeftOutBy = (filter: string, codes: Codes, visit: VisitCodes): boolean | null =>
  LEAVING_OUT[filter]?.(visit, codes) ?? null;

/** Returns whether any filter of a rule leaves a visit out. */
export const leavesOut = (filters: Readonly<Record<string, Codes>>, visit: VisitCodes): boolean =>
  Object.entries(filters).some(([filter, codes]) => isLeftOutBy(filter, codes, visit) === true);
