export { RUN_EXPORT } from './ask-for-export.ts';
export { dataExportRoutes } from './data-exports.routes.ts';
export type { ExportPlan } from './export-plan.ts';
export { createExportRunner } from './run-export.ts';
export { START_NIGHTLY_EXPORTS, startNightlyExports } from './start-nightly-exports.ts';
