export { contactRecordRoutes } from './contact-records.routes.ts';
