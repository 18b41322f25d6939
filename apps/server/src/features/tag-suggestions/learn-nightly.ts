import type { Context } from '../../platform/context.ts';
import { inTurns } from '../../platform/jobs/in-turns.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { learnTags } from './learn-tags.ts';
import { listApplications, listTaggedComments, replaceModels } from './tag-suggestions.queries.ts';

export const LEARN_TAGS = 'learn-tags';

/** Learns for each application, from what its people have tagged and from nothing else, which tags to suggest. */
export async function learnNightly(ctx: Context): Promise<void> {
  const applications = await ctx.db.transaction(systemScope('every application'), listApplications);
  await inTurns(applications, async (id) => {
    const comments = await ctx.db.transaction(applicationScope(id), (tx) => listTaggedComments(tx, id));
    const models = await learnTags(comments);
    await ctx.db.transaction(applicationScope(id), (tx) => replaceModels(tx, id, models, ctx.clock()));
    return false;
  });
}
