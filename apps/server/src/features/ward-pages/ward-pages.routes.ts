import { randomBytes } from 'node:crypto';
import { may, wardPages } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isOfSomeWards } from '../../platform/db/within-wards.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { countTags, listActionsTaken } from './heard.queries.ts';
import { findNameOfPatient } from './names-in-text.ts';
import {
  deleteEntry,
  deletePage,
  getEntry,
  getPage,
  insertEntry,
  insertPage,
  listEntries,
  listPages,
  lockPage,
  updateEntry,
  updatePage,
  type EntryRow,
  type PageRow,
} from './ward-pages.queries.ts';

const PUBLIC_ID_BYTES = 12;
const DAY_MS = 86_400_000;

const COLUMNS = {
  id: (row: PageRow) => row.id,
  title: (row: PageRow) => row.title,
  location: (row: PageRow) => row.location,
  language: (row: PageRow) => row.language,
  active: (row: PageRow) => row.active,
  address: (row: PageRow) => row.address,
  published: (row: PageRow) => row.published_count,
  drafts: (row: PageRow) => row.draft_count,
  last_published_at: (row: PageRow) => row.last_published_at,
};

/** What the audit keeps. */
const settingsOf = ({ title, location, language, active }: PageRow) => ({ title, location, language, active });
const wordsOf = ({ said, did, done_on, published_at }: EntryRow) => ({
  said,
  did,
  done_on,
  published: published_at !== null,
});

/** The calls by which staff write the public pages of wards. */
export function wardPageRoutes(routes: Routes, ctx: Context): void {
  const { publicUrl } = ctx;
  const detail = async (tx: Tx, scope: ApplicationScope, id: number) => ({
    ...(await getPage(tx, scope, publicUrl, id)),
    entries: await listEntries(tx, scope.applicationId, id),
  });
  const changed = (tx: Tx, { applicationId }: ApplicationScope) => announce(tx, applicationId, ['ward_pages']);

  route(routes, wardPages.listWardPages, ({ tx, scope, query }) => listPages(tx, scope, publicUrl, query));
  csvRoute(routes, wardPages.listWardPages, COLUMNS, ({ tx, scope, query }) => listPages(tx, scope, publicUrl, query));

  route(routes, wardPages.getWardPage, async ({ tx, scope, params }) => ({
    data: await detail(tx, scope, params.id),
  }));

  route(routes, wardPages.createWardPage, async ({ tx, scope, body, note }) => {
    const { ward_page: page } = body;
    checkWard(scope, page.location);
    const id = await insertPage(tx, {
      ...page,
      application_id: scope.applicationId,
      public_id: randomBytes(PUBLIC_ID_BYTES).toString('base64url'),
      created_at: ctx.clock(),
    });
    if (id === undefined)
      throw new Conflict(
        page.location === null
          ? 'The whole organisation has a page already. Open it from the list.'
          : 'This ward has a page already. Open it from the list.',
      );
    const made = await detail(tx, scope, id);
    note.changed({}, settingsOf(made));
    await changed(tx, scope);
    return { data: made };
  });

  route(routes, wardPages.updateWardPage, async ({ tx, scope, params, body, note }) => {
    const { version, title, language, active } = body.ward_page;
    const stored = await lockPage(tx, scope, publicUrl, params.id);
    checkVersion(stored.version, version);
    await updatePage(tx, scope.applicationId, params.id, {
      title: title ?? stored.title,
      language: language ?? stored.language,
      active: active ?? stored.active,
    });
    const now = await detail(tx, scope, params.id);
    note.changed(settingsOf(stored), settingsOf(now));
    await changed(tx, scope);
    return { data: now };
  });

  route(
    routes,
    wardPages.deleteWardPage,
    async ({ tx, scope, params, note }) => {
      const stored = await lockPage(tx, scope, publicUrl, params.id);
      await deletePage(tx, scope.applicationId, params.id);
      note.changed(settingsOf(stored), {});
      await changed(tx, scope);
      return { data: { id: params.id } };
    },
    { versionOf: 'ward_pages' },
  );

  route(routes, wardPages.getHeard, async ({ tx, scope, session, params }) => {
    const { location } = await getPage(tx, scope, publicUrl, params.id);
    const since = new Date(ctx.clock().getTime() - wardPages.HEARD_DAYS * DAY_MS);
    return {
      data: {
        tags: may(session, 'feedback.list') ? await countTags(tx, scope, { location, since }) : null,
        actions: may(session, 'cases.list') ? await listActionsTaken(tx, scope, { location, since }) : null,
      },
    };
  });

  route(routes, wardPages.createWardPageEntry, async ({ tx, scope, params, body, note }) => {
    const { applicationId } = scope;
    const { published, ...words } = body.entry;
    await lockPage(tx, scope, publicUrl, params.id);
    await refuseNames(tx, applicationId, words);
    if ((await listEntries(tx, applicationId, params.id)).length >= wardPages.MAX_ENTRIES)
      throw new Conflict(`A page has at most ${wardPages.MAX_ENTRIES} entries. Delete an old one first.`);
    const now = ctx.clock();
    const id = await insertEntry(tx, {
      ...words,
      application_id: applicationId,
      page_id: params.id,
      published_at: published ? now : null,
      written_by_id: scope.userId,
      created_at: now,
    });
    const made = await getEntry(tx, applicationId, params.id, id);
    note.changed({}, wordsOf(made));
    await changed(tx, scope);
    return { data: made };
  });

  route(routes, wardPages.updateWardPageEntry, async ({ tx, scope, params: { id, entryId }, body, note }) => {
    const { applicationId } = scope;
    const { version, published, ...words } = body.entry;
    await lockPage(tx, scope, publicUrl, id);
    const stored = await getEntry(tx, applicationId, id, entryId);
    checkVersion(stored.version, version);
    await refuseNames(tx, applicationId, words);
    const { said = stored.said, did = stored.did, done_on = stored.done_on } = words;
    await updateEntry(tx, applicationId, entryId, {
      said,
      did,
      done_on,
      published_at: publishedAt(stored, published, ctx.clock()),
    });
    const now = await getEntry(tx, applicationId, id, entryId);
    note.changed(wordsOf(stored), wordsOf(now));
    await changed(tx, scope);
    return { data: now };
  });

  route(
    routes,
    wardPages.deleteWardPageEntry,
    async ({ tx, scope, params: { id, entryId }, note }) => {
      await lockPage(tx, scope, publicUrl, id);
      const stored = await getEntry(tx, scope.applicationId, id, entryId);
      await deleteEntry(tx, scope.applicationId, entryId);
      note.changed(wordsOf(stored), {});
      await changed(tx, scope);
      return { data: { id: entryId } };
    },
    { versionOf: 'ward_page_entries' },
  );
}

/** An entry that is published already keeps the time at which it first was. */
const publishedAt = ({ published_at }: EntryRow, wanted: boolean | undefined, now: Date): Date | null => {
  if (wanted === undefined) return published_at;
  return wanted ? (published_at ?? now) : null;
};

/** Whoever sees some wards makes pages of those. */
function checkWard(scope: ApplicationScope, location: string | null): void {
  if (isOfSomeWards(scope) && (location === null || !scope.locations.includes(location)))
    throw new Invalid({ location: ['Choose one of your wards.'] });
}

/** Everybody may read a page, so it must not name a patient. */
async function refuseNames(
  tx: Tx,
  applicationId: number,
  words: { said?: string | undefined; did?: string | undefined },
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const field of ['said', 'did'] as const) {
    const name = await findNameOfPatient(tx, applicationId, words[field] ?? '');
    if (name !== null)
      errors[field] = ['These words have the name of a patient. Everybody may read them: leave it out.'];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}
