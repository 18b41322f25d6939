import { senderReports } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { getApplication } from '../applications/index.ts';
import { reportSenders } from './report-senders.ts';
import {
  endHold,
  holdsNewSenders,
  listProfiles,
  profileOf,
  startHold,
  upsertProfile,
} from './sender-profiles.queries.ts';

/** Routes for the report on senders and their settings. */
export function senderRoutes(routes: Routes, ctx: Context): void {
  route(
    routes,
    senderReports.listSenderReports,
    async ({ tx, scope, params }) => {
      await getApplication(tx, scope, params.id);
      return { data: await reportSenders(tx, params.id), holds_new_senders: await holdsNewSenders(tx, params.id) };
    },
    { beyondWards: 'A system sends for all wards; what the report counts names nobody.' },
  );

  route(routes, senderReports.updateSender, async ({ tx, scope, params, body, note }) => {
    await getApplication(tx, scope, params.id);
    const isHeld = await holdsNewSenders(tx, params.id);
    const before = profileOf(body.sender, await listProfiles(tx, params.id), isHeld);
    const sender = {
      ...body.sender,
      charset: body.sender.charset === undefined ? before.charset : body.sender.charset,
    };
    note.changed(before, sender);
    await upsertProfile(tx, params.id, sender);
    return { data: sender };
  });

  route(routes, senderReports.holdNewSenders, async ({ tx, scope, params, body, note }) => {
    await getApplication(tx, scope, params.id);
    const { hold } = body;
    note.changed({ holds_new_senders: await holdsNewSenders(tx, params.id) }, hold);
    if (hold.holds_new_senders) await startHold(tx, params.id, ctx.clock());
    else await endHold(tx, params.id);
    return { data: hold };
  });
}
