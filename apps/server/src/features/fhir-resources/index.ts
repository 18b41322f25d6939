export { namesOf } from './patients/identifier-systems.ts';
export { fhirRoutes } from './fhir.routes.ts';
