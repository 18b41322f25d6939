import type { Bundle, Resource } from '@medplum/fhirtypes';
import { base } from './addresses.ts';
import { present } from './present.ts';

/** Returns all of a few resources as the answer to a search. */
export const searchset = (publicUrl: string, type: string, resources: readonly (Resource & { id: string })[]): Bundle =>
  present<Bundle>({
    resourceType: 'Bundle',
    type: 'searchset',
    total: resources.length,
    entry: resources.map((resource) => ({
      fullUrl: `${base(publicUrl)}/${type}/${resource.id}`,
      resource,
      search: { mode: 'match' },
    })),
  });
