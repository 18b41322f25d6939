import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Answered, Concern } from '../cases/index.ts';
import { planDeliveries } from '../deliveries/index.ts';
import { listActiveTriggers, SURVEY_RESPONSE_ESCALATED } from '../triggers/index.ts';

/**
 * Notifies other systems, where triggers ask for it, that an answer escalated: which answer and where, never who gave
 * it. The answer is empty for words of harm, which may name somebody.
 */
export async function pushEscalations(tx: Tx, ctx: Context, answered: Answered, concern: Concern): Promise<void> {
  const { application_id, feedback_id, survey_id, visit_id, location } = answered;
  const active = await listActiveTriggers(tx, application_id, SURVEY_RESPONSE_ESCALATED);
  const now = ctx.clock();
  const wanted = active.filter(({ config }) => config.survey_id === undefined || config.survey_id === survey_id);
  await planDeliveries(
    tx,
    application_id,
    wanted.map(({ id, config }) => ({
      purpose: 'push',
      channel: 'push',
      cause: `trigger:${id}:feedback:${feedback_id}`,
      send_at: new Date(now.getTime() + config.delay * 60_000),
      text: '',
      endpoint: config.endpoint ?? null,
      payload: {
        type: SURVEY_RESPONSE_ESCALATED,
        application_id,
        feedback_id,
        survey_id,
        department_id: concern.department_id,
        question: concern.question,
        answer: concern.answer,
        location,
        at: now.toISOString(),
      },
      trigger_id: id,
      visit_id,
    })),
    now,
  );
}
