import { ageInYears, isDiagnosisOf, isDispositionOf, isPayerOf } from '../patient-events/index.ts';
import { isLeftOutBy, type VisitCodes } from '../suppression/index.ts';
import { AGE_RANGES, LAST_VISIT_RANGES, STAY_RANGES } from './trigger-catalog.ts';

/** The facts that filters test. */
export interface FilterFacts extends VisitCodes {
  event: string;
  location: string | null;
  patient_class: string | null;
  hospital_service: string | null;
  /** ISO date */
  birth_date: string | null;
  /** Time zone of the hospital, where a birthday begins. */
  time_zone: string;
  sex: string | null;
  language: string | null;
  phone: string | null;
  email: string | null;
  /** Of the visit right after the event; null without a visit. */
  kind: string | null;
  appointment_state: string | null;
  /** XCN as "number family given" */
  attending_doctor: string | null;
  /** Nights of a stay that has ended, by the hospital's calendar. */
  nights: number | null;
  /** Days since the patient's last visit of the same kind; null without one. */
  days_since_visit: number | null;
}

/** Returns true when every filter with a selection lets the facts pass. */
export const matchesFilters = (filters: Filters, facts: FilterFacts, now: Date): boolean =>
  findMismatch(filters, facts, now) === null;

type Filters = Readonly<Record<string, readonly string[]>>;

/** Returns the first filter that excludes the facts; null when all let them pass. */
export function findMismatch(filters: Filters, facts: FilterFacts, now: Date): string | null {
  // Appointments have many messages, so they pass only where their event is selected.
  if (facts.event.startsWith('S') && !filters['event']?.includes(facts.event)) return 'event';
  const failing = Object.entries(filters).find(
    ([filter, selected]) => selected.length > 0 && !passes(filter, selected, facts, now),
  );
  return failing ? failing[0] : null;
}

function passes(filter: string, selected: readonly string[], facts: FilterFacts, now: Date): boolean {
  switch (filter) {
    case 'age': {
      const age = ageInYears(facts.birth_date, facts.time_zone, now);
      return age !== null && AGE_RANGES.some(({ id, from, to }) => selected.includes(id) && age >= from && age <= to);
    }
    case 'has_phone':
      return selected.includes(facts.phone ? '1' : '0');
    case 'has_email':
      return selected.includes(facts.email ? '1' : '0');
    case 'length_of_stay': {
      const { nights } = facts;
      return (
        nights !== null &&
        STAY_RANGES.some(({ id, from, to }) => selected.includes(id) && nights >= from && nights <= to)
      );
    }
    case 'last_visit': {
      const days = facts.days_since_visit ?? Infinity;
      return LAST_VISIT_RANGES.some(({ id, from, to }) => selected.includes(id) && days >= from && days <= to);
    }
    case 'diagnosis':
      return isDiagnosisOf(facts.diagnoses, selected);
    case 'payer':
      return isPayerOf(facts.payers, selected);
    case 'discharge_disposition':
      return isDispositionOf(facts.discharge_disposition, selected);
    case 'attending_doctor': {
      const words = (facts.attending_doctor ?? '').toLowerCase().split(/\s+/);
      return selected.some((wanted) =>
        wanted
          .toLowerCase()
          .split(/\s+/)
          .every((word) => words.includes(word)),
      );
    }
    case 'event':
    case 'kind':
    case 'appointment_state':
    case 'location':
    case 'patient_class':
    case 'hospital_service':
    case 'sex':
    case 'language': {
      const value = facts[filter];
      return value !== null && selected.includes(value);
    }
    default:
      // A filter that this version does not know excludes everything, so that nothing is sent by mistake.
      return isLeftOutBy(filter, selected, facts) === false;
  }
}
