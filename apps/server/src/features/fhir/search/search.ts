import { API_BASE, fhir } from '@wardvoice/contract';
import type { Bundle, BundleEntry } from '@medplum/fhirtypes';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../../platform/db/database.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { base } from '../addresses.ts';
import { BadSearch } from '../fhir-error.ts';
import type { FhirResource, ResourceRow } from '../fhir-resource.ts';
import { ignoredOutcome } from '../operation-outcome.ts';
import { show } from '../show.ts';
import { writeCursor } from './cursor.ts';
import { readSearch, type Search } from './read-search.ts';
import { completeUntil, countRows, listRows } from './rows.queries.ts';

interface Call<T extends fhir.ResourceType, R extends ResourceRow> {
  scope: ApplicationScope;
  publicUrl: string;
  request: FastifyRequest;
  resource: FhirResource<T, R>;
  now: Date;
}

/**
 * Returns one page of a search as a Bundle, and the rows in it. Whoever reads by time of change gets what changed until before
 * `meta.lastUpdated`, and nothing that changed before will turn up later: the next search begins there.
 */
export async function search<T extends fhir.ResourceType, R extends ResourceRow>(
  tx: Tx,
  { scope, publicUrl, request, resource, now }: Call<T, R>,
): Promise<{ bundle: Bundle; rows: R[] }> {
  const asked = readSearch(resource.type, request.query as Readonly<Record<string, unknown>>);
  if (asked.ignored.length > 0 && isStrict(request))
    throw new BadSearch(
      `${resource.type} cannot be searched by ${asked.ignored.map((name) => name.slice(0, 50)).join(', ')}.`,
    );
  // Asked before the rows: what commits in between is visible to the statement that follows.
  const until = asked.cursor ? asked.cursor.until : asked.isByChange ? await completeUntil(tx) : null;
  const filters = { scope, publicUrl, filters: asked.filters };
  const { count, direction, cursor } = asked;
  const isCount = count === 0;
  const found = isCount
    ? { rows: [], positions: [] }
    : await listRows(tx, resource, filters, { direction, after: cursor?.after ?? null, until, limit: count + 1 });
  const rows = found.rows.slice(0, count);
  const last = found.rows.length > count ? found.positions[count - 1] : undefined;
  const bundle: Bundle = {
    resourceType: 'Bundle',
    meta: { lastUpdated: (until ?? now).toISOString() },
    type: 'searchset',
    ...(isCount ? { total: await countRows(tx, resource, filters, until) } : {}),
    link: linksOf(request, publicUrl, asked, last && writeCursor({ after: last, until })),
  };
  const entry = [
    ...rows.map((row) => entryOf(row, { publicUrl, applicationId: scope.applicationId }, resource)),
    ...outcomeEntry(asked.ignored),
  ];
  return { bundle: entry.length > 0 ? { ...bundle, entry } : bundle, rows };
}

/** Whether the caller wants to be refused rather than answered without what is not known here. */
const isStrict = ({ headers }: FastifyRequest): boolean =>
  /(^|[,;])\s*handling\s*=\s*"?strict"?/i.test([headers['prefer']].flat().join(','));

function entryOf<R extends ResourceRow>(
  row: R,
  shown: { publicUrl: string; applicationId: number },
  resource: { type: string; show: FhirResource<fhir.ResourceType, R>['show'] },
): BundleEntry {
  return {
    fullUrl: `${base(shown.publicUrl)}/${resource.type}/${row.id}`,
    resource: show(row, shown, resource),
    search: { mode: 'match' },
  };
}

function outcomeEntry(ignored: readonly string[]): BundleEntry[] {
  if (ignored.length === 0) return [];
  const names = [...new Set(ignored)].slice(0, 20).map((name) => name.slice(0, 50));
  return [{ resource: ignoredOutcome(names), search: { mode: 'outcome' } }];
}

/** Links go to the path that was called. They name the parameters that were used (FHIR R4 §3.1.1.3.3). */
function linksOf(
  request: FastifyRequest,
  publicUrl: string,
  { used }: Search,
  next: string | undefined,
): NonNullable<Bundle['link']> {
  const [path = ''] = request.url.split('?');
  const called = path.startsWith(API_BASE) ? path : `${fhir.FHIR_BASE}${path.slice(fhir.FHIR_BASE.length)}`;
  const urlWith = (more: [string, string][]): string => {
    const query = new URLSearchParams([...used, ...more]).toString();
    return `${publicUrl}${called}${query === '' ? '' : `?${query}`}`;
  };
  return [
    { relation: 'self', url: urlWith([]) },
    ...(next === undefined ? [] : [{ relation: 'next' as const, url: urlWith([['_page', next]]) }]),
  ];
}
