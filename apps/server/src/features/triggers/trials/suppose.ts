import type { triggers } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { findPathway } from '../../pathways/index.ts';
import type { SupposedDelivery } from '../../suppression/index.ts';
import { isLeftOut } from '../draw-sample.ts';
import { channelsOf, quotaOf, TRIGGERING } from '../run-triggers.ts';
import { BEGIN_PATHWAY } from '../trigger-catalog.ts';
import type { PastEvent } from './past-events.queries.ts';

/** A rule that is tried. `id`: the stored one of which it is a new version. */
export interface Tried extends triggers.NewTrigger {
  id?: number | undefined;
}

/** Returns the events that the filters of a rule let pass. */
export function eventsOf({ config }: Tried): string[] {
  const { event = [] } = config.filters;
  return [...TRIGGERING].filter((one) => event.length === 0 || event.includes(one));
}

/** What the trigger asks first: its survey, or the first step of its pathway. */
export interface FirstAsking {
  survey_id: number | null;
  channel: triggers.TriggerConfig['channel'];
  delayMinutes: number;
}

export async function findFirstAsking(tx: Tx, applicationId: number, { action, config }: Tried): Promise<FirstAsking> {
  const { survey_id = null, pathway_id, channel, delay } = config;
  const pathway =
    action === BEGIN_PATHWAY && pathway_id !== undefined ? await findPathway(tx, applicationId, pathway_id) : null;
  if (!pathway) return { survey_id: action === 'send_survey_request' ? survey_id : null, channel, delayMinutes: delay };
  return {
    survey_id: pathway.survey_id,
    channel: pathway.channel as triggers.TriggerConfig['channel'],
    delayMinutes: pathway.after_days * 1440,
  };
}

/** Returns the delivery that the rule would have planned for an event. */
export function suppose({ id, action, config }: Tried, first: FirstAsking, past: PastEvent): SupposedDelivery {
  return {
    purpose: first.survey_id === null ? 'message' : 'survey',
    ...channelsOf(action, first.channel),
    survey_id: first.survey_id,
    message_id: past.id,
    patient_id: past.patient_id,
    visit_id: past.visit_id,
    sampled_out: action === 'send_survey_request' && isLeftOut(config, past),
    ...quotaOf(id ?? 0, config, past.location),
    send_at: new Date(past.event_at.getTime() + first.delayMinutes * 60_000),
    at: past.processed_at,
  };
}
