import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isInWards, isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import type { TaggedComment, TagModel } from './learn-tags.ts';

/** The newest tagged answers are enough to learn from, and a hospital's words change. */
const MAX_EXAMPLES = 20_000;
/** Rows of one statement. */
const BATCH = 5_000;

export async function listApplications(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('applications').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Lists the newest answers with a comment that somebody has tagged, or has refused tags for. */
export async function listTaggedComments(tx: Tx, applicationId: number): Promise<TaggedComment[]> {
  const { rows } = await sql<TaggedComment>`
    select chosen.id, chosen.tags, array_agg(w.word) as words
    from (
      select f.id, f.tags from feedback f
      where f.application_id = ${applicationId} and f.tags <> '{}'
      union
      select f.id, f.tags from refused_tags r
      join feedback f on f.application_id = r.application_id and f.id = r.feedback_id
      where r.application_id = ${applicationId}
      order by 1 desc limit ${MAX_EXAMPLES}) chosen
    join comment_words w on w.application_id = ${applicationId} and w.feedback_id = chosen.id
    group by chosen.id, chosen.tags`.execute(tx);
  return rows;
}

/** Stores what was learned in place of what was known. */
export async function replaceModels(
  tx: Tx,
  applicationId: number,
  models: readonly TagModel[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('tag_models').where('application_id', '=', applicationId).execute();
  for (const { weights, ...model } of models) {
    await tx
      .insertInto('tag_models')
      .values({ ...model, application_id: applicationId, learned_at: now })
      .execute();
    const words = [...weights].map(([word, weight]) => ({
      application_id: applicationId,
      word,
      tag: model.tag,
      weight,
    }));
    for (let from = 0; from < words.length; from += BATCH)
      await tx
        .insertInto('tag_model_words')
        .values(words.slice(from, from + BATCH))
        .execute();
  }
}

/** The words of an answered survey's comments as they were written, each with its stems. */
export async function listWordsOf(tx: Tx, applicationId: number, feedbackId: number) {
  const { rows } = await sql<{ token: string; stems: string[] }>`
    select distinct token, comment_stems(token, f.language) as stems
    from feedback f
    join feedback_answers a on a.application_id = f.application_id and a.feedback_id = f.id and a.text is not null
    cross join lateral comment_tokens(a.text) token
    where f.application_id = ${applicationId} and f.id = ${feedbackId}`.execute(tx);
  return rows;
}

export interface WeighedTag {
  tag: string;
  bias: number;
  threshold: number;
  suggested: number;
  rightly: number;
  /** What each stem that the model knows adds. */
  weights: Record<string, number>;
}

/**
 * Weighs stems for each tag that the answer does not have and nobody has refused for it. Whoever sees some wards only hears of tags that
 * are in use there.
 */
export async function weighTags(
  tx: Tx,
  scope: ApplicationScope,
  feedbackId: number,
  stems: readonly string[],
): Promise<WeighedTag[]> {
  const { applicationId } = scope;
  const isKnown = isOfSomeWards(scope)
    ? sql`exists (
        select from feedback seen
        where seen.application_id = m.application_id and seen.tags @> array[m.tag] and seen.tags <> '{}'
          and ${isInWards(scope, 'seen.location')})`
    : sql`true`;
  const { rows } = await sql<WeighedTag>`
    select m.tag, m.bias, m.threshold, m.suggested, m.rightly, jsonb_object_agg(w.word, w.weight) as weights
    from tag_models m
    join tag_model_words w on w.application_id = m.application_id and w.tag = m.tag and w.word = any(${stems}::text[])
    join feedback f on f.application_id = m.application_id and f.id = ${feedbackId} and not f.tags @> array[m.tag]
    where m.application_id = ${applicationId} and ${isKnown}
      and not exists (
        select from refused_tags r
        where r.application_id = m.application_id and r.feedback_id = f.id and r.tag = m.tag)
    group by m.tag, m.bias, m.threshold, m.suggested, m.rightly`.execute(tx);
  return rows;
}

export async function insertRefusedTags(
  tx: Tx,
  applicationId: number,
  feedbackId: number,
  tags: readonly string[],
  now: Date,
): Promise<void> {
  if (tags.length === 0) return;
  await tx
    .insertInto('refused_tags')
    .values(tags.map((tag) => ({ application_id: applicationId, feedback_id: feedbackId, tag, refused_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Somebody has given the tags after all. */
export async function deleteRefusedTags(
  tx: Tx,
  applicationId: number,
  feedbackId: number,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return;
  await tx
    .deleteFrom('refused_tags')
    .where('application_id', '=', applicationId)
    .where('feedback_id', '=', feedbackId)
    .where('tag', 'in', [...tags])
    .execute();
}
