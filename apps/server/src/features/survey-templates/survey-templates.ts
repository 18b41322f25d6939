import { DE_ESCALATION_SURVEY } from './template-de-escalation.ts';
import { DISCHARGE_SURVEY } from './template-discharge.ts';
import { FRIENDS_AND_FAMILY_TEST } from './template-friends-and-family.ts';

/** Templates for new surveys, by name. */
export const SURVEY_TEMPLATES = {
  friends_and_family_test: FRIENDS_AND_FAMILY_TEST,
  discharge: DISCHARGE_SURVEY,
  de_escalation: DE_ESCALATION_SURVEY,
} as const;

export { DE_ESCALATION_SURVEY, DISCHARGE_SURVEY, FRIENDS_AND_FAMILY_TEST };
