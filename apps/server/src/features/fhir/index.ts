export { fhirServer } from './fhir-server.ts';
export { base, canonicalOf, codeSystem, coding, identifierSystem, localIdentifier, referenceTo } from './addresses.ts';
export { informed } from './operation-outcome.ts';
export { searchset } from './searchset.ts';
export { present } from './present.ts';
export type { FhirResource, Shown } from './fhir-resource.ts';
export {
  asInstants,
  asPeriods,
  asDays,
  asIdentifier,
  asReference,
  asText,
  asToken,
  asUri,
  noneOf,
  type Condition,
} from './search/conditions.ts';
