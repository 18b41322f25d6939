export {
  DE_ESCALATION_SURVEY,
  DISCHARGE_SURVEY,
  FRIENDS_AND_FAMILY_TEST,
  SURVEY_TEMPLATES,
} from './survey-templates.ts';
export type { SurveyTemplate, Texts } from './survey-template.ts';
