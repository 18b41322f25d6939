export { contactMergeRoutes } from './contact-merges.routes.ts';
