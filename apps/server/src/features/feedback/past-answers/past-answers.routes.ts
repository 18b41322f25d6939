import { wardDepartments } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { route, type Routes } from '../../../platform/http/route.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { countWithoutDepartment, findNewestBackfill } from './past-answers.queries.ts';
import { startBackfill } from './run-backfill.ts';

export function pastAnswersRoutes(routes: Routes, ctx: Context): void {
  route(routes, wardDepartments.getPastAnswers, ({ tx, scope }) => readPastAnswers(tx, scope));

  route(routes, wardDepartments.startBackfill, async ({ tx, scope, note }) => {
    note.count = await startBackfill(tx, scope, ctx.clock());
    return readPastAnswers(tx, scope);
  });
}

async function readPastAnswers(tx: Tx, scope: ApplicationScope) {
  const count = await countWithoutDepartment(tx, scope);
  return { data: { count, backfill: await findNewestBackfill(tx, scope.applicationId) } };
}
