export { checkEhr, type EhrConnection } from './ask-ehr.ts';
export { ehrLaunchRoutes } from './ehr-launch.routes.ts';
