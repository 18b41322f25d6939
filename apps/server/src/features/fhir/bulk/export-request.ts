import { fhir, fhirBulk, may, type Subject } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import { Forbidden } from '../../../platform/errors.ts';
import { base } from '../addresses.ts';
import { BadSearch } from '../fhir-error.ts';

/** `patients`: only types that are of patients. */
export type ExportedPart = fhirBulk.StatusQuery['of'];

/** What a bulk export is of. It is written into its addresses, so nothing of it is stored. */
export interface ExportRequest {
  of: ExportedPart;
  /** Null: all that the caller may read. */
  types: readonly fhir.ResourceType[] | null;
  since: string | undefined;
}

const KNOWN: ReadonlySet<string> = new Set(['_type', '_since', '_outputFormat', '_format']);

/** Reads a kick-off request. Throws 400 for what cannot be understood or is not done here. */
export function readExportRequest(
  of: ExportedPart,
  query: fhirBulk.KickOffQuery,
  headers: FastifyRequest['headers'],
): ExportRequest {
  if (!/(^|[,;])\s*respond-async\s*($|[,;])/i.test([headers['prefer']].flat().join(',')))
    throw new BadSearch('A bulk export is answered later: send Prefer: respond-async.');
  const unknown = Object.keys(query).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0)
    throw new BadSearch(
      `A bulk export takes _type, _since and _outputFormat, and not ${unknown.map((name) => name.slice(0, 50)).join(', ')}.`,
    );
  const { _type: type = [], _since: since, _outputFormat: format = fhirBulk.NDJSON_MEDIA } = query;
  if (!fhirBulk.NDJSON_FORMATS.includes(format.replace(' ', '+')))
    throw new BadSearch(`The files are ${fhirBulk.NDJSON_MEDIA} alone: leave _outputFormat out.`);
  return { of, types: readTypes(of, [type].flat()), since };
}

const typesOf = (of: ExportedPart): readonly fhir.ResourceType[] =>
  of === 'system' ? fhir.RESOURCE_TYPES : fhirBulk.PATIENT_TYPES;

function readTypes(of: ExportedPart, sent: readonly string[]): fhir.ResourceType[] | null {
  const names = new Set(
    sent
      .flatMap((text) => text.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const types = typesOf(of).filter((type) => names.delete(type));
  if (names.size > 0)
    throw new BadSearch(`_type names what is not exported. There is an export of ${typesOf(of).join(', ')}.`);
  return types.length > 0 ? types : null;
}

/** Returns the types of an export that the caller may read. Throws 403 where one was asked for by its name and may not be read. */
export function permittedTypes(caller: Subject, { of, types }: ExportRequest): fhir.ResourceType[] {
  const mayRead = (type: fhir.ResourceType) => may(caller, fhir.RESOURCES[type].permission);
  const refused = types?.find((type) => !mayRead(type));
  if (refused !== undefined)
    throw new Forbidden(`For ${refused} one needs the permission ${fhir.RESOURCES[refused].permission}.`);
  return (types ?? typesOf(of)).filter(mayRead);
}

/** Reads what an address of addressOfStatus() says. */
export const readStatus = ({ of, _type: type = '', _since: since }: fhirBulk.StatusQuery): ExportRequest => ({
  of,
  types: readTypes(of, [type]),
  since,
});

const queryOf = (parts: Readonly<Record<string, string | undefined>>): string => {
  const named = Object.entries(parts).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return named.length > 0 ? `?${new URLSearchParams(named).toString()}` : '';
};

/** Where one asks how far the export is. `at`: before it everything is in the files. */
export const addressOfStatus = (publicUrl: string, { of, types, since }: ExportRequest, at: Date): string =>
  `${base(publicUrl)}/bulk-export${queryOf({ of, _type: types?.join(','), _since: since, at: at.toISOString() })}`;

/** The address by which the export was asked for. */
export const addressOfRequest = (publicUrl: string, { of, types, since }: ExportRequest): string =>
  `${base(publicUrl)}/${of === 'system' ? '$export' : 'Patient/$export'}${queryOf({ _type: types?.join(','), _since: since })}`;

export const addressOfFile = (publicUrl: string, type: fhir.ResourceType, since: string | undefined): string =>
  `${base(publicUrl)}/bulk-export/${type}${queryOf({ _since: since })}`;
