import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ANSWERING_ON, startedSurvey } from './in-person.ts';
import { SURVEY_LANGUAGES } from './languages.ts';
import { idParams, instant, one } from './paging.ts';

export const QUESTION_TYPES = [
  'radio',
  'checkbox',
  'rating',
  'nps',
  'yes_no',
  'text',
  'number',
  'date',
  'consent',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
/** Types whose answer is typed in. All others are answered with options. */
const TYPED = ['text', 'number', 'date'] as const satisfies QuestionType[];
export type TypedQuestionType = (typeof TYPED)[number];
export const isTyped = (type: QuestionType): type is TypedQuestionType => TYPED.some((typed) => typed === type);

/** Largest number that can be an answer. With six decimals it is still exact. */
export const MAX_NUMBER = 999_999_999;
export const MAX_DECIMALS = 6;

/** Languages that the portal speaks. In others, the texts of a survey are shown in its default language. */
export const PORTAL_LANGUAGES = SURVEY_LANGUAGES;

const tokenParams = z.object({ token: z.string().min(1).max(200) });

const condition = z.object({ question_id: z.number(), option_id: z.number() });

export const portalQuestion = z.object({
  id: z.number(),
  title: z.string(),
  type_of: z.enum(QUESTION_TYPES),
  required: z.boolean(),
  /** The question is shown when all of these questions have these options, or any, as `condition_match` says. Empty: always. */
  conditions: z.array(condition),
  condition_match: z.enum(['all', 'any']),
  /** The condition of a question that has exactly one; null for any other. */
  condition: condition.nullable(),
  /** The heading above the question; null: it stands under none. */
  section: z.object({ id: z.number(), title: z.string(), introduction: z.string() }).nullable(),
  options: z.array(z.object({ id: z.number(), title: z.string() })),
  /** Limits of a number, the step in which it goes, and its unit; null: none, or another type. */
  smallest: z.number().nullable(),
  largest: z.number().nullable(),
  step: z.number().nullable(),
  unit: z.string().nullable(),
  /** First and last day that can be the answer, as ISO dates; null: no limit, or another type. */
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
  /** The answer so far, from the saved draft, or what was answered. */
  response: z
    .object({
      question_id: z.number(),
      option_id: z.number().nullable(),
      option_ids: z.array(z.number()),
      /** A number and a day are here, too, as they were entered. */
      text: z.string().nullable(),
      /** The number; null when what was entered is none, and for other types. */
      number: z.number().nullable(),
      /** The day as an ISO date; null when what was entered is none, and for other types. */
      date: z.string().nullable(),
    })
    .nullable(),
});
export type PortalQuestion = z.output<typeof portalQuestion>;

export const portalSurvey = z.object({
  id: z.number(),
  /** Revision of the survey's wording. Sent back with the answers, it says which wording they were given to. */
  revision: z.number(),
  title: z.string(),
  introduction: z.string(),
  language: z.string(),
  languages: z.array(z.string()),
  categories: z.array(z.object({ id: z.number().nullable(), title: z.string(), questions: z.array(portalQuestion) })),
});
export type PortalSurvey = z.output<typeof portalSurvey>;

export const answerBody = z.object({
  question_id: z.coerce.number().int().positive(),
  option_id: z.coerce.number().int().positive().nullish(),
  option_ids: z.array(z.coerce.number().int().positive()).max(50).optional(),
  text: z.string().max(4000).nullish(),
  /** The answer to a number question. A text such as "36,6" is accepted here and as `text`. */
  number: z.union([z.number(), z.string().max(100)], 'Send a number such as 36.6.').nullish(),
  /** The answer to a date question. */
  date: z.string('Send a day such as 2026-01-31.').max(100, 'Send a day such as 2026-01-31.').nullish(),
});
export type AnswerBody = z.output<typeof answerBody>;

const languageQuery = z.object({
  lang: z.string().max(20).optional(),
  department_id: z.coerce.number().int().positive().optional(),
});

const MAX_ANSWERS = 200;

/** A survey as it was read, with a response at each question that was answered. */
const answeredSurvey = z.object({
  categories: z
    .array(
      z.object({
        questions: z
          .array(
            z.object({
              id: z.coerce.number().int().positive(),
              response: answerBody.partial({ question_id: true }).nullish(),
            }),
          )
          .max(MAX_ANSWERS),
      }),
    )
    .max(MAX_ANSWERS),
});

/** A client that fills in the survey it has read sets `option_id`, and may leave `option_ids` with the previous answer. */
function responsesOf({ categories }: z.output<typeof answeredSurvey>): AnswerBody[] {
  return categories
    .flatMap(({ questions }) => questions)
    .flatMap(({ id, response }) => {
      if (!response) return [];
      const { option_id, option_ids = [], text, number, date } = response;
      const isStale = option_id && option_ids.length === 1;
      return [{ question_id: id, option_id, option_ids: isStale ? [] : option_ids, text, number, date }];
    });
}

/** Accepts answers by question, or the survey with its responses. Both become `responses`. */
const feedbackBody = z.object({
  feedback: z
    .object({
      responses: z.array(answerBody).max(MAX_ANSWERS).optional(),
      survey: answeredSurvey.optional(),
      language: z.string().max(20).optional(),
    })
    .refine(({ responses, survey }) => Boolean(responses ?? survey), {
      path: ['responses'],
      error: 'Send the answers: as responses, or as the survey with a response at each question.',
    })
    .transform(({ responses, survey, language }) => ({
      responses: responses ?? (survey ? responsesOf(survey) : []),
      language,
    })),
});

/** `revision` is that of the survey that was shown. Without it, the answers are for the present wording. */
const answersQuery = languageQuery.extend({
  revision: z.coerce.number().int().positive().max(2_147_483_647).optional(),
});

export const getFeedback = endpoint({
  method: 'GET',
  path: '/feedback/:token',
  access: 'public',
  summary: 'The survey behind a link; opening it changes nothing. 404 unknown, 410 expired or withdrawn, 409 used',
  params: tokenParams,
  query: languageQuery,
  reply: z.object({ data: z.object({ survey: portalSurvey }) }),
});

export const submitFeedback = endpoint({
  method: 'POST',
  path: '/feedback/:token',
  access: 'public',
  summary: 'Answer the survey behind a link, once',
  params: tokenParams,
  query: answersQuery,
  wrapper: 'feedback',
  body: feedbackBody,
  status: 201,
  reply: z.object({ data: z.object({ id: z.number(), state: z.literal('submitted') }) }),
});

export const saveFeedbackDraft = endpoint({
  method: 'PUT',
  // An address with the token in the second place could be taken for one of /feedback/records/:id in a description of the API.
  path: '/feedback/drafts/:token',
  alsoAt: ['/api/v1/feedback/:token/draft'],
  audit: { action: 'draft', record: 'feedback' },
  access: 'public',
  summary: 'Keep the answers given so far',
  params: tokenParams,
  query: answersQuery,
  wrapper: 'feedback',
  body: feedbackBody,
  reply: z.object({ data: z.object({ saved: z.literal(true) }) }),
});

/** The patient of a message, for staff who compare it with the person before them. */
const bedsidePatient = z.object({
  patient_id: z.number().nullable(),
  name: z.string(),
  birth_date: z.string().nullable(),
  patient_identifier: z.string().nullable(),
  location: z.string().nullable(),
});
export type BedsidePatient = z.output<typeof bedsidePatient>;

export const getMessageFeedback = endpoint({
  method: 'GET',
  path: '/hl7_messages/:id/feedback',
  access: { permission: 'feedback.create' },
  audit: { action: 'take_survey', record: 'hl7_messages' },
  summary:
    'The survey about this message, to be taken with the patient, and the patient. Once it was answered, the survey as it was ' +
    'asked, with a response at each question: 403 without feedback.list',
  params: idParams,
  query: languageQuery.pick({ lang: true }),
  reply: one(
    z.object({
      survey: portalSurvey,
      contact: bedsidePatient,
      /** The answered survey; null while it can be answered. */
      submitted: z.object({ id: z.number(), at: instant }).nullable(),
    }),
  ),
});

export const submitMessageFeedback = endpoint({
  method: 'POST',
  path: '/hl7_messages/:id/feedback',
  access: { permission: 'feedback.create' },
  audit: { action: 'submit_feedback', record: 'hl7_messages' },
  summary: 'Store what the patient of this message answered at the bedside, once',
  params: idParams,
  query: languageQuery,
  wrapper: 'feedback',
  body: feedbackBody,
  status: 201,
  reply: z.object({ data: z.object({ id: z.number(), state: z.literal('submitted') }) }),
});

/** Surveys and departments to choose from, for users who may list neither. */
export const listSurvey = z.object({
  id: z.number(),
  name: z.string(),
  /** Active surveys. */
  surveys: z.array(z.object({ id: z.number(), title: z.string() })),
  /** The survey that was last taken with somebody on this list, or on a kiosk of it, if it is still active. */
  last_survey_id: z.number().nullable(),
  departments: z.array(z.object({ id: z.number(), title: z.string() })),
  /** Wards: those of the caller, else those of visits. */
  locations: z.array(z.string()),
});
export type ListSurvey = z.output<typeof listSurvey>;

export const getListFeedback = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/feedback',
  access: { permission: 'feedback.create' },
  summary: 'What can be asked of the people of a list, in person or on a kiosk',
  params: idParams,
  reply: one(listSurvey),
});

/**
 * `answered`: the person has answered this survey lately. `asked`: the person was sent a survey lately. `open`: staff have begun
 * it with the person and not sent it; it is continued.
 */
export const ASKED_STATES = ['answered', 'asked', 'open'] as const;

export const personToAsk = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  external_id: z.string().nullable(),
  asked: z.object({ state: z.enum(ASKED_STATES), at: instant }).nullable(),
});
export type PersonToAsk = z.output<typeof personToAsk>;

export const listPeopleToAsk = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/feedback/contacts',
  access: { permission: 'feedback.create' },
  audit: { action: 'list', record: 'mailing_list' },
  summary: 'People of a list found by name or number, and whether they were asked or have answered lately; at most 20',
  params: idParams,
  query: z.object({
    survey_id: z.coerce.number().int().positive(),
    term: z.string().trim().max(200).optional(),
  }),
  reply: z.object({ data: z.array(personToAsk) }),
});

export const startListFeedback = endpoint({
  method: 'POST',
  path: '/mailing_list/:id/feedback',
  access: { permission: 'feedback.create', person: true },
  audit: { action: 'take_survey', record: 'mailing_list' },
  summary:
    'Offer a survey to somebody of a list, in person. On this device, the session of the caller is locked. 409 when they were asked ' +
    'lately, unless again, and when they are not to be asked',
  params: idParams,
  body: z.object({
    feedback: z.object({
      survey_id: z.number('Select a survey.').int().positive(),
      contact_id: z.number('Choose somebody.').int().positive(),
      /** True: the caller knows that the person was asked or has answered lately. */
      again: z.boolean().default(false),
      on: z.enum(ANSWERING_ON, 'Choose this_device or own_phone.').default('own_phone'),
    }),
  }),
  wrapper: 'feedback',
  status: 201,
  reply: one(startedSurvey),
});
