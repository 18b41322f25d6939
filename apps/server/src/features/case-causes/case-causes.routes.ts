import { caseCauses } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { countByCause } from './by-cause.queries.ts';
import {
  countCauses,
  deleteCause,
  getCause,
  insertCause,
  isCauseUsed,
  isTitleTaken,
  listCauses,
  lockCause,
  lockCauses,
  updateCause,
} from './causes.queries.ts';

const TAKEN = { title: ['There is a cause of this title already.'] };

export function caseCauseRoutes(routes: Routes, ctx: Context): void {
  route(routes, caseCauses.listCaseCauses, async ({ tx, scope }) => ({ data: await listCauses(tx, scope) }));

  route(routes, caseCauses.countCasesByCause, async ({ tx, scope, query }) => ({
    data: await countByCause(tx, scope, query, ctx.clock()),
  }));

  route(routes, caseCauses.createCaseCause, async ({ tx, scope, body, note }) => {
    const { applicationId } = scope;
    await lockCauses(tx, applicationId);
    await checkRoom(tx, applicationId);
    const id = await insertCause(tx, applicationId, body.case_cause);
    if (id === undefined) throw new Invalid(TAKEN);
    note.changed({}, body.case_cause);
    return { data: await getCause(tx, scope, id) };
  });

  route(routes, caseCauses.updateCaseCause, async ({ tx, scope, params, body, note }) => {
    const { applicationId } = scope;
    const { version, ...changes } = body.case_cause;
    await lockCauses(tx, applicationId);
    const stored = await lockCause(tx, applicationId, params.id);
    checkVersion(stored.version, version);
    if (changes.title !== undefined && (await isTitleTaken(tx, applicationId, changes.title, params.id)))
      throw new Invalid(TAKEN);
    if (Object.keys(changes).length > 0) await updateCause(tx, applicationId, params.id, changes);
    note.changed(stored, changes);
    return { data: await getCause(tx, scope, params.id) };
  });

  route(
    routes,
    caseCauses.deleteCaseCause,
    async ({ tx, scope, params, note }) => {
      const { applicationId } = scope;
      const { title } = await lockCause(tx, applicationId, params.id);
      if (await isCauseUsed(tx, applicationId, params.id))
        throw new Conflict('Cases have this cause, so it stays with them. Switch it off instead.');
      await deleteCause(tx, applicationId, params.id);
      note.changed({ title }, { title: null });
      return { data: { id: params.id } };
    },
    { versionOf: 'case_causes' },
  );
}

async function checkRoom(tx: Tx, applicationId: number): Promise<void> {
  const { all } = await countCauses(tx, applicationId);
  if (all >= caseCauses.MAX_CAUSES)
    throw new Conflict(`There are ${caseCauses.MAX_CAUSES} causes already. Remove one that no case has first.`);
}
