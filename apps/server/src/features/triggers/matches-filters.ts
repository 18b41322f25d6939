import { ageInYears } from '../visits/index.ts';
import { AGE_RANGES, STAY_RANGES } from './trigger-catalog.ts';

/** What filters look at. */
export interface FilterFacts {
  event: string;
  location: string | null;
  patient_class: string | null;
  hospital_service: string | null;
  /** ISO date */
  birth_date: string | null;
  /** Of the hospital: a birthday begins there. */
  time_zone: string;
  sex: string | null;
  language: string | null;
  phone: string | null;
  email: string | null;
  /** Of the visit, right after the event; null without one. */
  kind: string | null;
  appointment_state: string | null;
  /** XCN as "number family given" */
  attending_doctor: string | null;
  discharge_disposition: string | null;
  /** Of a stay that has ended, on the calendar of the hospital. */
  nights: number | null;
}

/** True when every filter that has a selection lets the facts pass. */
export const matchesFilters = (filters: Filters, facts: FilterFacts, now: Date): boolean =>
  findMismatch(filters, facts, now) === null;

type Filters = Readonly<Record<string, readonly string[]>>;

/** The first filter that keeps the facts out; null when all let them pass. */
export function findMismatch(filters: Filters, facts: FilterFacts, now: Date): string | null {
  // Appointments are told of many times: only who asks for them gets them.
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
    case 'discharge_disposition':
    case 'location':
    case 'patient_class':
    case 'hospital_service':
    case 'sex':
    case 'language': {
      const value = facts[filter];
      return value !== null && selected.includes(value);
    }
    default:
      // A filter that this version does not know must not let a message out.
      return false;
  }
}
