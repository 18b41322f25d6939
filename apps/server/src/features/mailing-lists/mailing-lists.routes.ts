import { mailingLists } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { getContact, lockContact } from '../contacts/index.ts';
import { isWithinWards } from './is-within-wards.ts';
import { lockStatic } from './lock-static.ts';
import {
  addMember,
  deleteMailingList,
  getMailingList,
  getMailingListUses,
  insertMailingList,
  isNameTaken,
  listMailingLists,
  listMembers,
  listRuleChoices,
  lockMailingList,
  removeMember,
  updateMailingList,
} from './mailing-lists.queries.ts';
import { countPeople } from './people-of-rules.ts';
import { refreshSoon } from './refresh-soon.ts';

const NO_RULES = mailingLists.listRules.parse({});

type Row = Awaited<ReturnType<typeof listMailingLists>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  name: (row: Row) => row.name,
  title: (row: Row) => row.title,
  type_of: (row: Row) => row.type_of,
  contacts_count: (row: Row) => row.contacts_count,
  refreshed_at: (row: Row) => row.refreshed_at,
};

type Member = Awaited<ReturnType<typeof listMembers>>['data'][number];
const MEMBER_COLUMNS = {
  id: (row: Member) => row.id,
  name: (row: Member) => row.name,
  email: (row: Member) => row.email,
  phone: (row: Member) => row.phone,
  language: (row: Member) => row.language,
  external_id: (row: Member) => row.external_id,
  email_opted_out: (row: Member) => row.email_opted_out,
  sms_opted_out: (row: Member) => row.sms_opted_out,
};

export function mailingListRoutes(routes: Routes, ctx: Context): void {
  route(routes, mailingLists.listMailingLists, ({ tx, scope, query }) => listMailingLists(tx, scope, query));

  csvRoute(routes, mailingLists.listMailingLists, COLUMNS, ({ tx, scope, query }) =>
    listMailingLists(tx, scope, query),
  );

  route(routes, mailingLists.listRuleChoices, async ({ tx, scope }) => ({ data: await listRuleChoices(tx, scope) }));

  route(routes, mailingLists.previewRules, async ({ tx, scope, body }) => {
    const { type_of, rules = NO_RULES } = body.mailing_list;
    return { data: await countPeople(tx, scope, type_of, rules, ctx.clock()) };
  });

  route(routes, mailingLists.getMailingList, async ({ tx, scope, params }) => ({
    data: await getMailingList(tx, scope, params.id),
  }));

  route(routes, mailingLists.createMailingList, async ({ tx, scope, body, note }) => {
    const { name, title = null, type_of, rules = NO_RULES } = body.mailing_list;
    checkWards(scope, type_of, rules);
    await checkName(tx, scope, name);
    const id = await insertMailingList(tx, scope.applicationId, { name, title, type_of, rules });
    note.changed({}, { name, title, type_of, rules });
    if (type_of !== 'static') await refreshSoon(tx, scope, id, ctx.clock());
    return { data: await getMailingList(tx, scope, id) };
  });

  route(routes, mailingLists.updateMailingList, async ({ tx, scope, params, body, note }) => {
    const { version, ...sent } = body.mailing_list;
    const stored = await lockMailingList(tx, scope, params.id);
    checkVersion(stored.version, version);
    const values = {
      name: sent.name ?? stored.name,
      title: sent.title === undefined ? stored.title : sent.title,
      type_of: sent.type_of ?? stored.type_of,
      rules: sent.rules ?? stored.rules,
    };
    const isAnother = JSON.stringify([values.type_of, values.rules]) !== JSON.stringify([stored.type_of, stored.rules]);
    if (isAnother) checkWards(scope, values.type_of, values.rules);
    await checkName(tx, scope, values.name, params.id);
    await updateMailingList(tx, scope, params.id, values);
    note.changed(stored, values);
    if (isAnother) await refreshSoon(tx, scope, params.id, ctx.clock(), { rulesChanged: true });
    return { data: await getMailingList(tx, scope, params.id) };
  });

  route(routes, mailingLists.getMailingListUses, async ({ tx, scope, params }) => {
    await getMailingList(tx, scope, params.id);
    return { data: await getMailingListUses(tx, scope, params.id, ctx.clock()) };
  });

  route(
    routes,
    mailingLists.deleteMailingList,
    async ({ tx, scope, params, note }) => {
      const { name } = await lockMailingList(tx, scope, params.id);
      await deleteMailingList(tx, scope, params.id);
      note.changed({ name }, { name: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'mailing_lists' },
  );

  route(routes, mailingLists.listMembers, async ({ tx, scope, params, query }) => {
    await getMailingList(tx, scope, params.id);
    return listMembers(tx, scope, params.id, query);
  });

  csvRoute(routes, mailingLists.listMembers, MEMBER_COLUMNS, async ({ tx, scope, params, query }) => {
    await getMailingList(tx, scope, params.id);
    return listMembers(tx, scope, params.id, query);
  });

  route(routes, mailingLists.addMember, async ({ tx, scope, params }) => {
    await lockStatic(tx, scope, params.id);
    await lockContact(tx, scope, params.contactId);
    await addMember(tx, scope.applicationId, params.id, params.contactId);
    return { data: await getContact(tx, scope, params.contactId) };
  });

  route(routes, mailingLists.removeMember, async ({ tx, scope, params }) => {
    await lockStatic(tx, scope, params.id);
    await lockContact(tx, scope, params.contactId);
    await removeMember(tx, scope, params.id, params.contactId);
    return { data: { id: params.contactId } };
  });

  route(routes, mailingLists.refreshMailingList, async ({ tx, scope, params }) => ({
    data: await refreshSoon(tx, scope, params.id, ctx.clock()),
  }));
}

/** Refuses rules over wards that the caller cannot see: the number of people they find would reveal who is there. */
function checkWards({ locations }: ApplicationScope, type: mailingLists.ListType, rules: mailingLists.ListRules): void {
  if (type === 'dynamic' && !isWithinWards({ locations }, type, rules))
    throw new Invalid({ 'rules.location': [`Choose from your wards: ${locations.join(', ')}.`] });
}

async function checkName(tx: Tx, scope: ApplicationScope, name: string, exceptId?: number): Promise<void> {
  if (await isNameTaken(tx, scope, name, exceptId))
    throw new Invalid({ name: ['There is a mailing list of this name already.'] });
}
