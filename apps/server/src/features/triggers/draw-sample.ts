import { createHash } from 'node:crypto';
import type { triggers } from '@wardvoice/contract';

const DRAW_BYTES = 6;

interface Drawn {
  patient_id: number;
  visit_id: number | null;
}

/**
 * Returns whether a survey's rule leaves somebody out because they were not drawn. The draw depends on the seed, the survey and the visit
 * alone: a repeated message is drawn as the first was, a trial draws the same people as reality does, and whoever is drawn at 25 % is
 * also drawn at 50 %. Two surveys draw independently of each other, although their seeds are the same.
 */
export function isLeftOut(
  { sample_percent, sample_seed = '', survey_id }: triggers.TriggerConfig,
  { patient_id, visit_id }: Drawn,
): boolean {
  if (sample_percent === undefined) return false;
  const whom = visit_id === null ? `patient ${patient_id}` : `visit ${visit_id}`;
  const hash = createHash('sha256')
    .update([sample_seed, `survey ${survey_id}`, whom].join('\n'))
    .digest();
  return hash.readUIntBE(0, DRAW_BYTES) / 256 ** DRAW_BYTES >= sample_percent / 100;
}
