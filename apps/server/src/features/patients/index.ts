export { patientRoutes } from './patients.routes.ts';
export { requirePatient } from './patients.queries.ts';
