import { ageInYears } from '../visits/index.ts';
import { AGE_RANGES } from './trigger-catalog.ts';

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
}

/** True when every filter that has a selection lets the facts pass. */
export function matchesFilters(
  filters: Readonly<Record<string, readonly string[]>>,
  facts: FilterFacts,
  now: Date,
): boolean {
  return Object.entries(filters).every(
    ([filter, selected]) => selected.length === 0 || passes(filter, selected, facts, now),
  );
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
    case 'event':
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
