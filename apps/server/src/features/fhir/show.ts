import type { Resource } from '@medplum/fhirtypes';
import type { ResourceRow, Shown } from './fhir-resource.ts';

/** The version of a resource is the time of its last change. */
export const versionOf = ({ changed_at }: ResourceRow): string => String(changed_at.getTime());

/** Returns a row as its resource, with what every resource has. */
export function show<R extends ResourceRow>(
  row: R,
  shown: Shown,
  resource: { show(row: R, shown: Shown): Resource },
): Resource & { id: string } {
  const { resourceType, ...fields } = resource.show(row, shown);
  const meta = { versionId: versionOf(row), lastUpdated: row.changed_at.toISOString() };
  // The fields are those of this type: they are spread around the two that come first.
  return { resourceType, id: String(row.id), meta, ...fields } as Resource & { id: string };
}
