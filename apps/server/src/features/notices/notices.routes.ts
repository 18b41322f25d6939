import { notices } from '@wardvoice/contract';
import { route, type Routes } from '../../platform/http/route.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { chooseNotices, readNotices } from './choose-notices.ts';

/** These calls concern the person and no application, so their transactions see all applications. */
const OWN = { seesAll: true };

const callerOf = ({ userId }: PersonSession, { applicationId }: Scope) => ({
  userId,
  applicationId: typeof applicationId === 'number' ? applicationId : null,
});

export function noticeRoutes(routes: Routes): void {
  route(
    routes,
    notices.getNotices,
    async ({ tx, session, scope }) => ({ data: await readNotices(tx, callerOf(session, scope)) }),
    OWN,
  );
  route(
    routes,
    notices.updateNotices,
    async ({ tx, session, scope, body, note }) => ({
      data: await chooseNotices(tx, note, callerOf(session, scope), body.notices),
    }),
    OWN,
  );
}
