import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SURVEY_LANGUAGES } from './languages.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';
import { section } from './sections.ts';

/** Surveys that can be used as they are. */
export const TEMPLATES = ['friends_and_family_test', 'discharge', 'de_escalation'] as const;
export type Template = (typeof TEMPLATES)[number];

const language = z.enum(SURVEY_LANGUAGES, 'Choose a language.');

export const surveySummary = z.object({
  id: z.number(),
  title: z.string(),
  /** Links to a survey that is not active say that it is no longer needed. */
  active: z.boolean(),
  default_language: z.string(),
  /** All languages of the survey, the default one first. */
  languages: z.array(z.string()),
  questions_count: z.number(),
  last_answered_at: instant.nullable(),
  created_at: instant,
  version: z.number(),
});
export type SurveySummary = z.output<typeof surveySummary>;

/** How many of the survey's texts exist in one language. */
export const completeness = z.object({ language: z.string(), done: z.number(), of: z.number() });
export type Completeness = z.output<typeof completeness>;

export const surveyDetail = surveySummary.extend({
  introduction: z.string(),
  thank_you: z.string(),
  /** True when somebody was asked with the survey: it can be deactivated and not deleted. */
  offered: z.boolean(),
  completeness: z.array(completeness),
  /** The headings, in their order. */
  sections: z.array(section),
});
export type SurveyDetail = z.output<typeof surveyDetail>;

const longestTitle = z.string().trim().max(200, 'Use at most 200 characters.');
const title = longestTitle.min(1, 'Enter a title.');
const longText = z.string().trim().max(2000, 'Use at most 2,000 characters.');

const fields = z.object({
  title,
  introduction: longText.optional(),
  thank_you: longText.optional(),
  default_language: language.optional(),
  /** Languages in addition to the default one. */
  languages: z.array(language).max(SURVEY_LANGUAGES.length).optional(),
  active: z.boolean().optional(),
});

export const listSurveys = endpoint({
  method: 'GET',
  path: '/surveys',
  access: { permission: 'surveys.list' },
  summary: 'Surveys; paginate=0 for a picker',
  query: pagingQuery.extend({
    active: z.enum(['0', '1']).optional(),
    sort: sortBy(['title', 'id', 'created_at'], 'title'),
  }),
  reply: page(surveySummary),
});

export const getSurvey = endpoint({
  method: 'GET',
  path: '/surveys/:id',
  access: { permission: 'surveys.view' },
  summary: 'One survey',
  params: idParams,
  reply: one(surveyDetail),
});

/** Open links are counted up to this number. */
export const MAX_COUNTED_LINKS = 10_000;

/** Everything that asks with a survey. */
export const surveyUses = z.object({
  /** Active triggers that send it. */
  trigger_ids: z.array(z.number()),
  /** Broadcasts that are running, paused or still to run. */
  broadcast_ids: z.array(z.number()),
  /** Names of the mailing lists that these broadcasts go to. */
  mailing_lists: z.array(z.string()),
  kiosks: z.number(),
  /** Names of the tablets. */
  kiosk_labels: z.array(z.string()),
  /** Titles of the active pathways that ask it. */
  pathways: z.array(z.string()),
  /** True when it is sent after a case is closed. */
  after_cases: z.boolean(),
  /** Number of deliveries that wait for their time, reminders included. */
  scheduled: z.number(),
  /** Number of these deliveries that are reminders. */
  reminders: z.number(),
  /** Number of people who were sent a link that is still open; at most MAX_COUNTED_LINKS. */
  unanswered: z.number(),
  /** Number of cases about its answers that are not closed. */
  open_cases: z.number(),
  /** Why the survey cannot be deleted; null when it can be. */
  deletion_refusal: z.string().nullable(),
});
export type SurveyUses = z.output<typeof surveyUses>;

export const listSurveyUses = endpoint({
  method: 'GET',
  path: '/surveys/:id/uses',
  access: { permission: 'surveys.view' },
  summary: 'What asks with this survey, and would be refused once it is switched off',
  params: idParams,
  reply: one(surveyUses),
});

export const stopSurveyUses = endpoint({
  method: 'POST',
  path: '/surveys/:id/uses/stop',
  access: { permission: 'surveys.update' },
  summary:
    'Stop what asks with this survey: triggers are switched off, broadcasts paused, kiosks ended; no case asks again with it',
  params: idParams,
  reply: one(surveyUses),
});

export const createSurvey = endpoint({
  method: 'POST',
  path: '/surveys',
  access: { permission: 'surveys.create' },
  summary: 'Make a survey, empty or from a template',
  wrapper: 'survey',
  body: z.object({
    survey: fields
      .extend({
        /** Required without a template. With one, the survey has the template's texts. */
        title: longestTitle.optional(),
        template: z.enum(TEMPLATES, 'Choose a template.').nullable().optional(),
      })
      .refine(({ title: given, template }) => Boolean(given) || Boolean(template), {
        path: ['title'],
        message: 'Enter a title.',
      }),
  }),
  status: 201,
  reply: one(surveyDetail),
});

export const updateSurvey = endpoint({
  method: 'PUT',
  path: '/surveys/:id',
  access: { permission: 'surveys.update' },
  summary: 'Change a survey; what was answered stays as it was asked',
  params: idParams,
  wrapper: 'survey',
  body: z.object({ survey: fields.partial().extend({ version: z.number().int().optional() }) }),
  reply: one(surveyDetail),
});

export const deleteSurvey = endpoint({
  method: 'DELETE',
  path: '/surveys/:id',
  access: { permission: 'surveys.delete' },
  summary: 'Remove a survey that nobody was asked with; 409 for any other, which can be deactivated',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const duplicateSurvey = endpoint({
  method: 'POST',
  path: '/surveys/:id/duplicate',
  access: { permission: 'surveys.create' },
  audit: { action: 'duplicate', record: 'surveys' },
  summary: 'A copy with questions and options, not active yet',
  params: idParams,
  status: 201,
  reply: one(surveyDetail),
});

export const previewSurvey = endpoint({
  method: 'GET',
  path: '/surveys/:id/preview',
  access: { permission: 'surveys.view' },
  summary: "The patient's page as it would be, in one of the survey's languages",
  params: idParams,
  query: z.object({ lang: z.string().max(20).optional() }),
  reply: one(z.object({ language: z.string(), html: z.string() })),
});

/** One text that patients read. */
export const surveyText = z.object({
  kind: z.enum(['survey', 'section', 'question', 'option', 'category']),
  id: z.number(),
  field: z.enum(['title', 'introduction', 'thank_you', 'unit']),
  /** The text in the survey's default language. */
  text: z.string(),
  /** The text by language, without missing ones. */
  translations: z.record(z.string(), z.string()),
});
export type SurveyText = z.output<typeof surveyText>;

export const listTexts = endpoint({
  method: 'GET',
  path: '/surveys/:id/translations',
  access: { permission: 'surveys.view' },
  summary: 'All texts of a survey with their translations',
  params: idParams,
  reply: one(
    z.object({
      default_language: z.string(),
      languages: z.array(z.string()),
      completeness: z.array(completeness),
      texts: z.array(surveyText),
    }),
  ),
});

export const translateSurvey = endpoint({
  method: 'PUT',
  path: '/surveys/:id/translations',
  access: { permission: 'surveys.update' },
  audit: { action: 'translate', record: 'surveys' },
  summary: 'Write the texts of a survey in one language; those not named stay, an empty one is taken out',
  params: idParams,
  wrapper: 'translation',
  body: z.object({
    translation: z.object({
      language,
      texts: z
        .array(surveyText.pick({ kind: true, id: true, field: true }).extend({ text: longText }))
        .max(1000, 'Save at most 1,000 texts at once.'),
    }),
  }),
  reply: listTexts.reply,
});
