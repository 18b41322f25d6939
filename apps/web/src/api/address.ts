import { API_BASE, type Endpoint } from '@wardvoice/contract';
import { SUB_PATH } from './sub-path.ts';

export type Values = Record<string, unknown>;

/** Writes query values into an address. Undefined and null are left out, and a list repeats its name. */
export function toSearch(values: Values): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null) search.append(name, String(part));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** Reads the query values of an address. Every value stays text, because the contract's query schemas say what it means. */
export function fromSearch(text: string): Values {
  const search = new URLSearchParams(text);
  const values: Values = {};
  for (const name of new Set(search.keys())) {
    const all = search.getAll(name);
    values[name] = all.length > 1 ? all : all[0];
  }
  return values;
}

export function addressOf(endpoint: Pick<Endpoint, 'path'>, params: Values = {}, query: Values = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return SUB_PATH + API_BASE + path + toSearch(query);
}

/** Address of a list as a CSV file: `.csv` after its path, and all pages. */
export function csvAddressOf(endpoint: Pick<Endpoint, 'path'>, query: Values): string {
  const { page: _page, per_page: _perPage, paginate: _paginate, ...filters } = query;
  return `${SUB_PATH}${API_BASE}${endpoint.path}.csv${toSearch(filters)}`;
}
