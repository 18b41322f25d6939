import type { options, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { refuseWhileHangsOn } from './conditions/conditions.queries.ts';

const optionsOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('options as o')
    .select(['o.id', 'o.title', 'o.value', 'o.escalate', 'o.notify', 'o.version'])
    .select(
      sql<number>`(
        select count(*) from question_options qo where qo.application_id = o.application_id and qo.option_id = o.id)`.as(
        'questions_count',
      ),
    )
    .where('o.application_id', '=', applicationId);

export function listOptions(
  tx: Tx,
  scope: ApplicationScope,
  { term, sort, ...paging }: QueryOf<typeof options.listOptions>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const field = sort.replace('-', '') as 'title' | 'value' | 'id';
  const query = optionsOf(tx, scope.applicationId)
    .$if(Boolean(term), (rows) => rows.where('o.title', 'ilike', containing(term)))
    .orderBy(field === 'title' ? sql`lower(o.title)` : sql.ref(`o.${field}`), (order) => order[direction]().nullsLast())
    .orderBy('o.value', (value) => value.desc().nullsLast())
    .orderBy('o.id');
  return fetchPage(tx, query, { ...paging, term });
}

export async function getOption(tx: Tx, scope: ApplicationScope, id: number): Promise<options.OptionDetail> {
  const { applicationId } = scope;
  const found = await optionsOf(tx, applicationId)
    .select(sql<options.OptionDetail['translations']>`o.translations`.as('translations'))
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This option');
  const { rows: questions } = await sql<options.OptionDetail['questions'][number]>`
    select q.id, q.title, q.survey_id, s.title as survey_title
    from question_options qo
    join questions q on q.application_id = qo.application_id and q.id = qo.question_id
    join surveys s on s.application_id = q.application_id and s.id = q.survey_id
    where qo.application_id = ${applicationId} and qo.option_id = ${id}
    order by lower(s.title), s.id, q.sort_order, q.id`.execute(tx);
  return { ...found, questions };
}

/** Locks the row until the end of the transaction. */
export async function lockOption(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('options')
    .select(['id', 'title', 'value', 'escalate', 'notify', 'agrees', 'version'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This option');
  return found;
}

export interface OptionColumns {
  title?: string | undefined;
  value?: number | null | undefined;
  escalate?: boolean | undefined;
  notify?: boolean | undefined;
}

export async function updateOptionColumns(
  tx: Tx,
  applicationId: number,
  id: number,
  columns: OptionColumns & { translations?: string },
): Promise<void> {
  await tx
    .updateTable('options')
    .set(columns)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

async function getOptionUses(tx: Tx, applicationId: number, id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('question_options')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .where('option_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

async function refuseOfScale(tx: Tx, applicationId: number, optionId: number): Promise<void> {
  const scale = await tx
    .selectFrom('answer_scale_options as o')
    .innerJoin('answer_scales as a', (join) =>
      join.onRef('a.application_id', '=', 'o.application_id').onRef('a.id', '=', 'o.scale_id'),
    )
    .select('a.title')
    .where('o.application_id', '=', applicationId)
    .where('o.option_id', '=', optionId)
    .orderBy('a.id')
    .executeTakeFirst();
  if (scale) throw new Conflict(`The answer scale “${scale.title}” has this option. Take it from the scale first.`);
}

/** Deletes an option, also from all questions. Throws Conflict while the condition of a question names it, or a scale has it. */
export async function deleteOption(tx: Tx, applicationId: number, id: number): Promise<void> {
  await refuseWhileHangsOn(tx, applicationId, { optionId: id });
  const { agrees } = await lockOption(tx, applicationId, id);
  if (agrees !== null && (await getOptionUses(tx, applicationId, id)) > 0)
    throw new Conflict('A consent has this answer, and needs both of its answers. Delete the question first.');
  await refuseOfScale(tx, applicationId, id);
  for (const table of ['question_options', 'options'] as const)
    await sql`
      delete from ${sql.table(table)}
      where application_id = ${applicationId} and ${sql.ref(table === 'options' ? 'id' : 'option_id')} = ${id}`.execute(
      tx,
    );
}
