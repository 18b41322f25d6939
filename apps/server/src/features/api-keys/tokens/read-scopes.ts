import { fhir } from '@wardvoice/contract';

/** Everything that the API key may do: our own word, for calls that are not of FHIR. */
export const WHOLE_API = 'api';

/** `system/Patient.rs` of SMART 2, and `system/Patient.read` of SMART 1. What nobody may do, update and delete, is no scope here. */
const OF_RESOURCE = /^system\/(\*|[A-Za-z]+)\.(read|\*|(?=.)c?r?s?)$/;

/**
 * Returns which of the scopes that a program asks for it is given, and the permissions that they come to. What its API key has no
 * permission for is left out, as SMART App Launch 2.2 allows (Backend Services, "Scopes").
 */
export function readScopes(
  asked: string,
  permissions: readonly string[],
): { granted: string[]; permissions: string[] } {
  const granted: string[] = [];
  const given = new Set<string>();
  for (const scope of new Set(asked.split(' ').filter(Boolean))) {
    const found = permissionsOf(scope).filter((permission) => permissions.includes(permission));
    const own = scope === WHOLE_API ? permissions : found;
    if (own.length === 0) continue;
    granted.push(scope);
    for (const permission of own) given.add(permission);
  }
  return { granted, permissions: [...given] };
}

function permissionsOf(scope: string): string[] {
  const [, type, interactions = ''] = OF_RESOURCE.exec(scope) ?? [];
  const types = fhir.RESOURCE_TYPES.filter((one) => type === '*' || type === one);
  const creates = types.flatMap((one) => fhir.creates[one]?.access.permission ?? []);
  const isCreating = interactions.startsWith('c');
  if (isCreating && creates.length === 0) return [];
  const isReading = interactions !== 'c';
  return [...(isReading ? types.map((one) => fhir.RESOURCES[one].permission) : []), ...(isCreating ? creates : [])];
}
