export { reportsRoutes } from './reports.routes.ts';
export { addDays, daysBetween, startOfPeriod } from './periods.ts';
export { readComparison } from './read-comparison.ts';
export { readQuestions } from './read-questions.ts';
export { readThemes } from './read-themes.ts';
export { readTrend } from './read-trend.ts';
export { readWards } from './read-wards.ts';
