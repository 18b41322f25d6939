import type { pathways } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { listOutcomeScores } from '../outcome-scores/index.ts';
import { findUnanswerable, UNANSWERABLE_TEXTS } from '../survey-uses/index.ts';

/**
 * Returns the steps in the order of their days. Throws Invalid, by field, where two are on one day, a reminder would come after the
 * time to answer, a survey cannot be answered, or a condition speaks of a step that does not come before or of a score that it has not.
 */
export async function checkSteps(
  tx: Tx,
  applicationId: number,
  { steps, active }: pathways.NewPathway,
): Promise<pathways.NewStep[]> {
  const errors: Record<string, string[]> = {};
  const scores = await listOutcomeScores(tx, applicationId, { paginate: '0', page: 1, per_page: 1, sort: 'id' });
  const byDay = new Map<number, pathways.NewStep>();
  for (const [index, step] of steps.entries()) {
    const at = `steps.${index}`;
    if (byDay.has(step.after_days)) errors[`${at}.after_days`] = ['Another step is on this day.'];
    else byDay.set(step.after_days, step);
    if (step.reminders * step.reminder_days >= step.window_days)
      errors[`${at}.reminders`] = ['The last reminder would come when nobody can answer any more.'];
    const why = await findUnanswerable(tx, applicationId, step.survey_id);
    // A pathway that is switched off may name a survey that cannot be answered yet.
    if (why && (active || why === 'missing')) errors[`${at}.survey_id`] = [UNANSWERABLE_TEXTS[why]];
  }
  for (const [index, { after_days, only_if }] of steps.entries()) {
    if (!only_if) continue;
    const at = `steps.${index}.only_if`;
    const earlier = byDay.get(only_if.day);
    if (!earlier || only_if.day >= after_days) errors[`${at}.day`] = ['Choose a step that comes before this one.'];
    else if (only_if.is.startsWith('score_')) {
      const score = scores.data.find(({ id }) => id === only_if.score_id);
      if (score?.survey_id !== earlier.survey_id)
        errors[`${at}.score_id`] = ['Choose a score of the survey of that step.'];
      if (only_if.value === null) errors[`${at}.value`] = ['Enter a number.'];
    }
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return steps.toSorted((one, other) => one.after_days - other.after_days);
}
