import * as account from './account.ts';
import * as applications from './applications.ts';
import * as cases from './cases.ts';
import * as dashboard from './dashboard.ts';
import * as deliveries from './deliveries.ts';
import * as feedback from './feedback.ts';
import * as inbox from './inbox.ts';
import * as messages from './messages.ts';
import * as triggers from './triggers.ts';
import * as visits from './visits.ts';

export { account, applications, cases, dashboard, deliveries, feedback, inbox, messages, triggers, visits };
export * from './access.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './paging.ts';
export * from './passwords.ts';
export * from './sms.ts';
