export { authenticateApplication } from './authenticate-application.ts';
export {
  addFailure,
  deleteFailures,
  findWait,
  isFirstInMinute,
  tooManyAttempts,
  withdrawFailures,
  type Counter,
} from './failed-attempts.queries.ts';
export { countFailure, forgetFailures, forgetOwnFailures, refuseHeldBack, type Attempt } from './sign-in-failures.ts';
