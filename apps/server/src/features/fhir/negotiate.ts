import { API_BASE, fhir, fhirBulk } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../platform/errors.ts';

export const FHIR_CONTENT_TYPE = `${fhir.FHIR_MEDIA}; fhirVersion=4.0; charset=utf-8`;

const FORMATS: ReadonlySet<string> = new Set(['json', 'application/json', 'text/json', fhir.FHIR_MEDIA]);
const RANGES: ReadonlySet<string> = new Set(['*/*', 'application/*', ...FORMATS]);

const FILES: ReadonlySet<string> = new Set(
  Object.values(fhirBulk.files).flatMap(({ path, alsoAt }) => [API_BASE + path, ...alsoAt]),
);

/** Returns a media type without its parameters. A plus sign in an address may come as a space. */
const mediaOf = (text: string): string => (text.split(';')[0] ?? '').trim().toLowerCase().replace(' ', '+');

/**
 * Throws 406 to whoever wants another format than JSON, or another version of FHIR. `_format` decides over the header. The files of a
 * bulk export have one format, and programs ask for them by several names.
 */
export function negotiate({ headers, query, routeOptions }: FastifyRequest): void {
  if (FILES.has(routeOptions.url ?? '')) return;
  const { _format: format }: { _format?: unknown } = query ?? {};
  const wanted = typeof format === 'string' && format !== '' ? [format] : (headers.accept ?? '*/*').split(',');
  if (!wanted.some((one) => RANGES.has(mediaOf(one)) && !/fhirversion\s*=\s*"?(?!4\.0)/i.test(one)))
    throw new RequestError(406, `This interface answers JSON of FHIR 4.0 alone: send Accept: ${fhir.FHIR_MEDIA}.`);
}
