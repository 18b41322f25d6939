import * as contract from '@wardvoice/contract';
import type { Endpoint, Schema } from '@wardvoice/contract';
import * as z from 'zod';

export interface Named {
  /** Name of the contract's group, as in `mailingLists`. */
  group: string;
  /** Unique in the whole API, as in `listCategories`. */
  operationId: string;
}

/** Two groups have a call of these names; they keep their short name in the group that is not listed here. */
const LONGER_NAMES: Readonly<Record<string, string>> = {
  'passkeys.login': 'loginWithPasskey',
  'users.resetPassword': 'setPasswordOfUser',
  'messages.listImports': 'listMessageImports',
  'surveys.listTexts': 'listSurveyTexts',
};

type Value = [group: string, name: string, value: object];

const values: readonly Value[] = Object.entries(contract).flatMap(([group, members]: [string, unknown]) =>
  typeof members === 'object' && members !== null && !('_zod' in members)
    ? Object.entries(members).flatMap(([name, value]: [string, unknown]): Value[] =>
        typeof value === 'object' && value !== null ? [[group, name, value]] : [],
      )
    : [],
);

const namesOf = new Map<object, Named>(
  values
    .filter(([, , value]) => 'method' in value && 'path' in value)
    .map(([group, name, value]) => [value, { group, operationId: LONGER_NAMES[`${group}.${name}`] ?? name }]),
);

/** Returns what a call is named in the contract. The same list as a file is named after its list. */
export function nameEndpoint(endpoint: Endpoint): Named {
  const own = namesOf.get(endpoint);
  if (own) return own;
  for (const [listed, { group, operationId }] of namesOf)
    if (
      'path' in listed &&
      'method' in listed &&
      listed.method === 'GET' &&
      `${String(listed.path)}.csv` === endpoint.path
    )
      return { group, operationId: `${operationId}File` };
  throw new Error(`${endpoint.method} ${endpoint.path} is not exported by a file of the contract`);
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the schemas of records that the contract exports, with their names, as in `CategoryDetail`. */
export function nameSchemas(): Map<Schema, string> {
  const names = new Map<Schema, string>();
  for (const [, name, value] of values)
    if (value instanceof z.core.$ZodType && !names.has(value)) names.set(value, capitalised(name));
  names.set(contract.instant, 'Instant');
  return names;
}
