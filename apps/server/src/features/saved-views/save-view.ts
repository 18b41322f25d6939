import { may, savedViews, type BodyOf } from '@wardvoice/contract';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  countViews,
  deleteView,
  getView,
  insertView,
  isNameTaken,
  listViews,
  setView,
  type Owner,
} from './saved-views.queries.ts';

export interface Caller {
  session: PersonSession;
  scope: Scope;
  note: AuditNote;
}

type Row = Awaited<ReturnType<typeof getView>>;
type NewView = BodyOf<typeof savedViews.createSavedView>['saved_view'];
type Change = BodyOf<typeof savedViews.updateSavedView>['saved_view'];

const NAME_TAKEN = 'There is a view of this name already. Choose another name, or replace that one.';
const TOO_MANY = `There are ${savedViews.MAX_VIEWS} views already. Delete one first.`;

/** Lists the views of the lists that the caller may open: a shared one must not show others what was searched there. */
export async function readViews(tx: Tx, caller: Omit<Caller, 'note'>): Promise<savedViews.SavedView[]> {
  const applicationId = applicationOf(caller.scope);
  const rows = await listViews(tx, applicationId, caller.session.userId);
  return rows.filter(({ list }) => mayOpen(caller.session, list)).map(shownAs);
}

export async function createView(tx: Tx, caller: Caller, view: NewView): Promise<savedViews.SavedView> {
  const { session, scope, note } = caller;
  const { list, shared, name } = view;
  const owner: Owner = { applicationId: applicationOf(scope), userId: shared ? null : session.userId };
  checkMayChange(session, { user_id: owner.userId });
  if (!mayOpen(session, list)) throw new Forbidden();
  const kept = keepOf(list, view.address);
  await lockViews(tx, owner);
  if ((await countViews(tx, owner)) >= savedViews.MAX_VIEWS) throw new Invalid({ name: [TOO_MANY] });
  if (await isNameTaken(tx, owner, list, name)) throw new Invalid({ name: [NAME_TAKEN] });
  const id = await insertView(tx, owner, { list, name, ...kept });
  note.changed({}, { list, shared, filters: filtersIn(kept.address) });
  return shownAs(await getView(tx, owner.applicationId, session.userId, id));
}

export async function updateView(tx: Tx, caller: Caller, id: number, change: Change): Promise<savedViews.SavedView> {
  const { session, note } = caller;
  const { stored, owner } = await lockView(tx, caller, id);
  checkVersion(stored.version, change.version);
  const { name } = change;
  if (name !== undefined && (await isNameTaken(tx, owner, stored.list, name, id)))
    throw new Invalid({ name: [NAME_TAKEN] });
  const kept = change.address === undefined ? {} : keepOf(stored.list, change.address);
  const columns = { ...(name === undefined ? {} : { name }), ...kept };
  if (Object.keys(columns).length > 0) await setView(tx, owner.applicationId, id, columns);
  const saved = await getView(tx, owner.applicationId, session.userId, id);
  note.changed({ filters: filtersIn(stored.address) }, { filters: filtersIn(saved.address) });
  return shownAs(saved);
}

export async function removeView(tx: Tx, caller: Caller, id: number): Promise<void> {
  const { stored, owner } = await lockView(tx, caller, id);
  if (!(await deleteView(tx, owner.applicationId, id))) throw new NotFound('This saved view');
  const { list, address } = stored;
  caller.note.changed(
    { list, shared: owner.userId === null, filters: filtersIn(address) },
    { list: null, shared: null, filters: null },
  );
}

/** Locks the views of whoever owns this one, and returns it as it then is. */
async function lockView(tx: Tx, { session, scope }: Caller, id: number): Promise<{ stored: Row; owner: Owner }> {
  const applicationId = applicationOf(scope);
  const { user_id } = await getView(tx, applicationId, session.userId, id);
  const owner = { applicationId, userId: user_id };
  await lockViews(tx, owner);
  const stored = await getView(tx, applicationId, session.userId, id);
  if (!mayOpen(session, stored.list)) throw new NotFound('This saved view');
  checkMayChange(session, stored);
  return { stored, owner };
}

/** Two at once could pass the limit, or take one name, together. */
const lockViews = (tx: Tx, { applicationId, userId }: Owner): Promise<void> =>
  lockFor(tx, `saved_views:${applicationId}:${userId ?? 'shared'}`);

function applicationOf({ applicationId }: Scope): number {
  if (typeof applicationId !== 'number') throw new Conflict('Choose an application first.');
  return applicationId;
}

function checkMayChange(session: PersonSession, { user_id }: Pick<Row, 'user_id'>): void {
  if (user_id === null && !may(session, 'admin'))
    throw new Forbidden('Only administrators share views, and change those that are shared. Save one of your own.');
}

function mayOpen(session: PersonSession, list: string): boolean {
  const access = savedViews.findList(list)?.call.access;
  return access !== undefined && (typeof access === 'string' || may(session, access.permission));
}

/** Returns what is stored of the filters. Throws Invalid for those that the list does not know. */
function keepOf(list: string, address: string): { address: string; words: string } {
  const call = savedViews.findList(list)?.call;
  if (!call) throw new Invalid({ list: ['There is no list at this address.'] });
  const checked = savedViews.checkAddress(call, address);
  if (checked.dropped.length > 0)
    throw new Invalid({ address: [`This list has no such filter or value: ${checked.dropped.join(', ')}.`] });
  if (checked.address === '') throw new Invalid({ address: ['Set a filter, search words or an order first.'] });
  const { sort: _sort, ...typed } = savedViews.readAddress(checked.address);
  return { address: checked.address, words: Object.values(typed).flat().join(' ') };
}

/** The audit has the names of the filters only: what was searched may be the name of a patient. */
const filtersIn = (address: string): string => Object.keys(savedViews.readAddress(address)).join(', ');

const shownAs = ({ user_id, ...view }: Row): savedViews.SavedView => ({ ...view, shared: user_id === null });
