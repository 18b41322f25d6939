import { triggers } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import type { Gateways } from '../../platform/gateways/gateway.ts';
import { findPathway } from '../pathways/index.ts';
import { findUnanswerable, UNANSWERABLE_TEXTS } from '../survey-uses/index.ts';
import { TRIGGER_CATALOG } from './trigger-catalog.ts';

/**
 * Throws Invalid by field unless trigger, action, filters and fields match the catalogue and the survey belongs to the
 * application.
 */
export async function checkTrigger(
  tx: Tx,
  applicationId: number,
  { trigger, action, config, active }: triggers.NewTrigger,
  { push }: Gateways,
): Promise<void> {
  const entry = TRIGGER_CATALOG.find(({ id }) => id === trigger);
  if (!entry) throw new Invalid({ trigger: ['Choose a trigger from the list.'] });
  const chosen = entry.actions.find(({ id }) => id === action);
  if (!chosen) throw new Invalid({ action: ['This trigger does not have that action.'] });

  const errors: Record<string, string[]> = {};
  for (const [id, selected] of Object.entries(config.filters)) {
    const filter = chosen.filters.find((one) => one.id === id);
    const unknown =
      filter && filter.options.length > 0
        ? selected.filter((value) => !filter.options.some((option) => option.id === value))
        : [];
    if (!filter) errors[`config.filters.${id}`] = ['This action does not have that filter.'];
    else if (unknown.length > 0) errors[`config.filters.${id}`] = [`${unknown.join(', ')} is not one of the choices.`];
  }
  for (const { id, title, required } of chosen.fields) {
    const value = config[id as keyof triggers.TriggerConfig];
    if (required && (value === undefined || value === '')) errors[`config.${id}`] = [`${title} is needed.`];
  }
  // A share or a quota that is not heeded would send to everybody.
  for (const id of ['sample_percent', 'sample_seed', 'ward_quota'] as const) {
    if (config[id] !== undefined && !chosen.fields.some((field) => field.id === id))
      errors[`config.${id}`] = [
        id === 'ward_quota' ? 'Only a survey can have a quota.' : 'Only a survey can be sent to a random share.',
      ];
  }
  const refused = config.endpoint ? push.whyNot(config.endpoint) : null;
  if (refused) errors['config.endpoint'] = [refused];
  for (const id of ['subject', 'text'] as const) {
    const unknown = triggers.unknownPlaceholders(config[id] ?? '');
    if (unknown.length > 0)
      errors[`config.${id}`] = [`${unknown.join(', ')} cannot be filled in. There are ${KNOWN_PLACEHOLDERS}.`];
  }
  if (config.survey_id !== undefined) {
    const why = await findUnanswerable(tx, applicationId, config.survey_id);
    // A trigger that is switched off may name a survey that cannot be answered yet; a push only reacts to answers of
    // its survey.
    const asks = active && action === 'send_survey_request';
    if (why && (asks || why === 'missing')) errors['config.survey_id'] = [UNANSWERABLE_TEXTS[why]];
  }
  if (config.pathway_id !== undefined && !(await findPathway(tx, applicationId, config.pathway_id)))
    errors['config.pathway_id'] = ['This pathway does not exist.'];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

const KNOWN_PLACEHOLDERS = triggers.TEXT_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');
