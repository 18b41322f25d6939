import { fhir } from '@wardvoice/contract';
import type { Coding, Identifier } from '@medplum/fhirtypes';

/** The canonical base, whichever path the caller uses. */
export const base = (publicUrl: string): string => publicUrl + fhir.FHIR_BASE;

/** The address of a code system of our own. */
export const codeSystem = (publicUrl: string, name: string): string => `${base(publicUrl)}/CodeSystem/${name}`;

export const coding = (publicUrl: string, name: string, code: string): Coding => ({
  system: codeSystem(publicUrl, name),
  code,
});

/** The system of identifiers that the installation gives, such as those of users. */
export const identifierSystem = (publicUrl: string, kind: string): string => `${base(publicUrl)}/identifier/${kind}`;

export const localIdentifier = (publicUrl: string, kind: string, id: number | string): Identifier => ({
  system: identifierSystem(publicUrl, kind),
  value: String(id),
});

interface LocalReference {
  reference: string;
}

/** Returns a reference to a resource of this interface; undefined where there is none. */
export function referenceTo(type: fhir.ResourceType, id: number): LocalReference;
export function referenceTo(type: fhir.ResourceType, id: number | null): LocalReference | undefined;
export function referenceTo(type: fhir.ResourceType, id: number | null): LocalReference | undefined {
  return id === null ? undefined : { reference: `${type}/${id}` };
}

/** The address of a survey, by which other systems know it wherever it is stored. */
export const canonicalOf = (publicUrl: string, surveyId: number): string =>
  `${base(publicUrl)}/Questionnaire/${surveyId}`;
