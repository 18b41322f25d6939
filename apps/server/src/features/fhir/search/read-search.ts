import { fhir } from '@wardvoice/contract';
import { BadSearch } from '../fhir-error.ts';
import { readCursor, type Cursor } from './cursor.ts';

/** A parameter as it was sent once; its values are alternatives. */
export interface Filter {
  name: string;
  modifier: string | null;
  values: string[];
}

export interface Search {
  filters: Filter[];
  /** Rows of a page; 0: only the number is wanted. */
  count: number;
  direction: 'asc' | 'desc';
  /** Whether the caller reads by time of change, and so must not miss what is being written. */
  isByChange: boolean;
  cursor: Cursor | null;
  /** Names of parameters that were not used. */
  ignored: string[];
  /** What was used, as it was sent, for the links of the answer. */
  used: [name: string, value: string][];
}

/** Reads the query of a search (FHIR R4 §3.1.1). Throws 400 for what cannot be understood; what is not known is named. */
export function readSearch(type: fhir.ResourceType, query: Readonly<Record<string, unknown>>): Search {
  const sent = Object.entries(query).flatMap(([name, value]) => textsOf(value).map((text) => [name, text] as const));
  if (sent.length > fhir.MAX_VALUES) throw new BadSearch(`A search may have ${fhir.MAX_VALUES} parameters.`);
  const search: Search = {
    filters: [],
    count: fhir.DEFAULT_COUNT,
    direction: 'asc',
    isByChange: false,
    cursor: null,
    ignored: [],
    used: [],
  };
  for (const [name, text] of sent) {
    const isUsed = fhir.isControl(name) ? control(search, name, text) : filter(search, type, name, text);
    if (!isUsed) search.ignored.push(name);
    else if (name !== '_page' && name !== '_format') search.used.push([name, text]);
  }
  return search;
}

const textsOf = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : []));

function control(search: Search, name: string, text: string): boolean {
  if (name === '_count') {
    if (!/^\d{1,9}$/.test(text)) throw new BadSearch('Send _count as a whole number.');
    if (search.count > 0) search.count = Math.min(Number(text), fhir.MAX_COUNT);
    return true;
  }
  if (name === '_summary') {
    if (text === 'count') search.count = 0;
    return text === 'count' || text === 'false';
  }
  if (name === '_sort') {
    if (text !== '_lastUpdated' && text !== '-_lastUpdated') return false;
    search.direction = text.startsWith('-') ? 'desc' : 'asc';
    search.isByChange = true;
    return true;
  }
  if (name === '_page') search.cursor = readCursor(text);
  return true;
}

/** Returns false for a parameter that this resource does not have. */
function filter(search: Search, type: fhir.ResourceType, sentName: string, text: string): boolean {
  const [name = '', modifier = null] = sentName.split(':', 2);
  const known: object = { ...fhir.COMMON_PARAMETERS, ...fhir.RESOURCES[type].parameters };
  if (!Object.hasOwn(known, name)) return false;
  const values = splitValues(text);
  if (values.length > fhir.MAX_VALUES) throw new BadSearch(`${name} may have ${fhir.MAX_VALUES} values.`);
  search.filters.push({ name, modifier, values });
  if (name === '_lastUpdated') search.isByChange = true;
  return true;
}

/** Splits at commas, unless a backslash is before one (FHIR R4 §3.1.1.4.0.1). The bar and the dollar may have one, too. */
const splitValues = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((one) => one.replaceAll(/\\([,|$\\])/g, '$1'))
    .filter((one) => one !== '');
