export { applyDuty, type Level } from './apply-duty.ts';
export { dutyRoutes } from './duty.routes.ts';
