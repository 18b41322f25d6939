export { reportPackRoutes } from './report-packs.routes.ts';
export { sendReport } from './schedules/send-report.ts';
export { SEND_REPORT } from './schedules/sendings.queries.ts';
export { START_DUE_REPORTS, startDueReports } from './schedules/start-due-reports.ts';
