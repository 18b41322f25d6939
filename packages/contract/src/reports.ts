import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { one } from './paging.ts';

/** What a chart over time can show. */
export const MEASURES = ['score', 'nps', 'satisfied', 'response_rate'] as const;
export type Measure = (typeof MEASURES)[number];
/** Measures that are shares of people, from 0 to 1. The others are means: a score of 0 to 100, or -100 to 100. */
export const SHARES = ['satisfied', 'response_rate'] as const satisfies Measure[];
export type Share = (typeof SHARES)[number];
export const isShare = (measure: Measure): measure is Share => SHARES.some((share) => share === measure);

/** With fewer points no limits are drawn: a few more of them would move such limits too far. */
export const FEWEST_POINTS = 10;
/** With fewer points, limits are provisional. */
export const FIRM_POINTS = 24;
/** With fewer wards there is no funnel: each ward is most of what it is compared with. */
export const FEWEST_WARDS = 3;

export const reportFilters = z.object({
  /** Without it, the survey with most answers in these days. */
  survey_id: z.coerce.number().int().positive().optional(),
  /** First and last day, in the zone of the application. Without `from`: 52 weeks or 24 months of a trend, and 90 days of other
   * reports. */
  from: isoDay.optional(),
  to: isoDay.optional(),
  /** A ward. */
  location: z.string().max(80).optional(),
  department_id: z.coerce.number().int().positive().optional(),
  language: z.string().max(20).optional(),
});
export type ReportFilters = z.output<typeof reportFilters>;

export const trendQuery = reportFilters.extend({
  interval: z.enum(['week', 'month']).default('week'),
  measure: z.enum(MEASURES).default('score'),
});
export const wardsQuery = reportFilters.extend({ measure: z.enum(SHARES).default('satisfied') });

/** The query of `GET /feedback` by which the answers behind a figure are listed. */
const answersQuery = z.object({
  survey_id: z.number(),
  from: z.string(),
  to: z.string(),
  location: z.string().optional(),
  department_id: z.number().optional(),
  language: z.string().optional(),
  tag: z.string().optional(),
});
export type AnswersQuery = z.output<typeof answersQuery>;

/** What every report begins with. */
const head = z.object({
  /** Null: the application has no survey. */
  survey: z.object({ id: z.number(), title: z.string() }).nullable(),
  from: z.string(),
  to: z.string(),
  /** True when fewer than five people answered, or when the measure is not known: then there are no figures. */
  hidden: z.boolean(),
  /** What the filters can be set to. */
  choices: z.object({
    surveys: z.array(z.object({ id: z.number(), title: z.string() })),
    wards: z.array(z.string()),
    languages: z.array(z.string()),
  }),
});
export type ReportHead = z.output<typeof head>;

export const CHANGE_KINDS = ['wording', 'channel_begun', 'channel_ended', 'trigger_begun', 'trigger_ended'] as const;

/** Something by which figures before and after are no longer alike. */
const change = z.object({
  kind: z.enum(CHANGE_KINDS),
  day: z.string(),
  /** The revision that began, the channel, or the id of the trigger. */
  detail: z.string(),
});
export type Change = z.output<typeof change>;

const trendPoint = z.object({
  /** First day of the week or month. */
  period: z.string(),
  /** First and last day of the period that are within the days of the report. */
  from: z.string(),
  to: z.string(),
  /** Number of people who answered, or who were asked when the measure is the response rate; null when too few to say. */
  count: z.number().nullable(),
  value: z.number().nullable(),
  /** Null where there are no limits. */
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  /**
   * Why the point counts neither for limits nor for signals; null when it does. `partial`: its days are not all in the report, or
   * answers are still coming in. `thin`: so few answered beside the other periods that it varies much more.
   */
  not_counted: z.enum(['too_few', 'partial', 'thin']).nullable(),
  /** Whether chance does not explain the point, or the run that it belongs to. */
  signal: z.enum(['high', 'low']).nullable(),
  answers: answersQuery,
});
export type TrendPoint = z.output<typeof trendPoint>;

const baseline = z.object({
  /** First and last period. */
  from: z.string(),
  to: z.string(),
  /** What began it; empty for the first. */
  changes: z.array(change),
  /** Number of points that count. */
  points: z.number(),
  /** How the limits are made; null when there are too few points for any. */
  chart: z.enum(['xmr', 'p', 'p_prime']).nullable(),
  /** Fewer than FIRM_POINTS points. */
  provisional: z.boolean(),
  centre: z.number().nullable(),
  mean_moving_range: z.number().nullable(),
  /** Laney's factor, of charts of shares. */
  sigma_z: z.number().nullable(),
});
export type Baseline = z.output<typeof baseline>;

const signal = z.object({
  rule: z.enum(['beyond_limit', 'run_of_eight', 'near_limit']),
  side: z.enum(['high', 'low']),
  /** First and last period. */
  from: z.string(),
  to: z.string(),
});
export type Signal = z.output<typeof signal>;

export const trendReport = head.extend({
  interval: z.enum(['week', 'month']),
  measure: z.enum(MEASURES),
  points: z.array(trendPoint),
  baselines: z.array(baseline),
  signals: z.array(signal),
});
export type TrendReport = z.output<typeof trendReport>;

export const getTrend = endpoint({
  method: 'GET',
  path: '/reports/trend',
  access: { permission: 'surveys.view' },
  summary: 'A measure by week or month, with limits of what chance explains, and what is beyond them',
  query: trendQuery,
  reply: one(trendReport),
});

const limits = z.object({
  lower_95: z.number(),
  upper_95: z.number(),
  lower_998: z.number(),
  upper_998: z.number(),
});

export const PLACES = ['far_below', 'below', 'inside', 'above', 'far_above'] as const;

const wardFigures = limits.partial().extend({
  /** Empty: not known. Null: all wards together that are too small to be shown. */
  title: z.string().nullable(),
  /** Number of people with a score, or who were asked. */
  count: z.number(),
  /** How many of them were satisfied, or answered. */
  successes: z.number(),
  share: z.number(),
  /** Null for what is no ward, and where there are too few wards for a funnel. */
  place: z.enum(PLACES).nullable(),
  answers: answersQuery.nullable(),
});
export type WardFigures = z.output<typeof wardFigures>;

export const wardsReport = head.extend({
  measure: z.enum(SHARES),
  /** The share of all of them together; null when hidden. */
  centre: z.number().nullable(),
  /** Number of people with a score, or who were asked. */
  count: z.number().nullable(),
  /** How much wards differ beyond chance, and the variance between them; null where there are too few wards for a funnel. */
  phi: z.number().nullable(),
  tau_squared: z.number().nullable(),
  /** By name. */
  wards: z.array(wardFigures),
  /** The limits for so many people, in order. */
  curve: z.array(limits.extend({ count: z.number() })),
});
export type WardsReport = z.output<typeof wardsReport>;

export const getWards = endpoint({
  method: 'GET',
  path: '/reports/wards',
  access: { permission: 'surveys.view' },
  summary: 'Wards by name in a funnel: whether their share differs from that of all by more than chance explains',
  query: wardsQuery,
  reply: one(wardsReport),
});

const comparisonRow = z.object({
  measure: z.enum(MEASURES),
  /** Null: too few to say. */
  now: z.number().nullable(),
  before: z.number().nullable(),
  /** Number of people behind each figure; null when too few to say. */
  count: z.number().nullable(),
  count_before: z.number().nullable(),
  /** `now` less `before`, and its 95 % interval. */
  difference: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  verdict: z.enum(['higher', 'lower', 'chance', 'too_few']),
});
export type ComparisonRow = z.output<typeof comparisonRow>;

export const comparisonReport = head.extend({
  /** As many days before. */
  before: z.object({ from: z.string(), to: z.string() }),
  rows: z.array(comparisonRow),
  /** What changed in these days or in those before, so that the two are not alike. */
  changes: z.array(change),
  answers: answersQuery.nullable(),
  answers_before: answersQuery.nullable(),
});
export type ComparisonReport = z.output<typeof comparisonReport>;

export const getComparison = endpoint({
  method: 'GET',
  path: '/reports/comparison',
  access: { permission: 'surveys.view' },
  summary: 'These days beside as many before: differences with their intervals, and what changed between',
  query: reportFilters,
  reply: one(comparisonReport),
});

const questionFigures = z.object({
  id: z.number(),
  /** The title that was shown. A question whose wording was changed has another line. */
  title: z.string(),
  category: z.string().nullable(),
  /** Number of answers that count; null when too few to say. */
  count: z.number().nullable(),
  satisfied: z.number().nullable(),
  share: z.number().nullable(),
  /** Wilson's 95 % interval; null also where people could choose several options. */
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type QuestionFigures = z.output<typeof questionFigures>;

export const questionsReport = head.extend({
  /** In the order of the survey. */
  questions: z.array(questionFigures),
  answers: answersQuery.nullable(),
});
export type QuestionsReport = z.output<typeof questionsReport>;

export const getQuestions = endpoint({
  method: 'GET',
  path: '/reports/questions',
  access: { permission: 'surveys.view' },
  summary: 'The satisfied share of each question with its interval',
  query: reportFilters,
  reply: one(questionsReport),
});

/** So many themes are shown at most, the most frequent first. */
export const MAX_THEMES = 100;

/** Figures of the answered surveys that people have given a tag. Null: too few to say. */
const themeFigures = z.object({
  tag: z.string(),
  count: z.number().nullable(),
  /** Of all that have any tag; one may have several. */
  share: z.number().nullable(),
  count_before: z.number().nullable(),
  share_before: z.number().nullable(),
  /** Of the share, beside the days before. */
  verdict: comparisonRow.shape.verdict,
  /** The satisfied share of those with a score, and Wilson's 95 % interval. */
  satisfied: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  answers: answersQuery.nullable(),
});
export type ThemeFigures = z.output<typeof themeFigures>;

export const themesReport = head.extend({
  /** As many days before. */
  before: z.object({ from: z.string(), to: z.string() }),
  /** Number of answered surveys, of those with a comment, and of those that people have given a tag; null: too few to say. */
  answered: z.number().nullable(),
  commented: z.number().nullable(),
  tagged: z.number().nullable(),
  tagged_before: z.number().nullable(),
  /** The most frequent first. */
  themes: z.array(themeFigures),
  /** How many there are beyond MAX_THEMES. */
  left_off: z.number(),
});
export type ThemesReport = z.output<typeof themesReport>;

export const getThemes = endpoint({
  method: 'GET',
  path: '/reports/themes',
  access: { permission: 'surveys.view' },
  summary:
    'What answers are about, by the tags that people gave them: how often, whether more often than before, and how satisfied',
  query: reportFilters,
  reply: one(themesReport),
});

/** So many organisations are compared at most, by name. */
export const MAX_ORGANISATIONS = 200;

const organisation = limits.partial().extend({
  id: z.number(),
  title: z.string(),
  /** The survey whose question is compared; null: none has the question. */
  survey: z.object({ id: z.number(), title: z.string() }).nullable(),
  /** True: the caller sees some wards, so the figures are those of these wards, and are compared with nothing. */
  some_wards: z.boolean(),
  /** Number of people who answered the question, "don't know" among them; null when too few to say. */
  count: z.number().nullable(),
  /** How many said "very good" or "good", their share, and Wilson's 95 % interval. */
  successes: z.number().nullable(),
  share: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  /** Null where it is not compared, or where there are too few organisations for a funnel. */
  place: z.enum(PLACES).nullable(),
});
export type OrganisationFigures = z.output<typeof organisation>;

export const organisationsReport = z.object({
  from: z.string(),
  to: z.string(),
  /** The share of all that are compared; null when there are none. */
  centre: z.number().nullable(),
  count: z.number().nullable(),
  /** How much they differ beyond chance, and the variance between them; null where there are too few for a funnel. */
  phi: z.number().nullable(),
  tau_squared: z.number().nullable(),
  /** By name. */
  organisations: z.array(organisation),
  /** How many there are beyond MAX_ORGANISATIONS. */
  left_off: z.number(),
  /** The limits for so many people, in order. */
  curve: z.array(limits.extend({ count: z.number() })),
});
export type OrganisationsReport = z.output<typeof organisationsReport>;

export const getOrganisations = endpoint({
  method: 'GET',
  path: '/reports/organisations',
  access: { permission: 'surveys.view', anyApplication: true, person: true },
  summary:
    'The question of the Friends and Family Test in every organisation where the caller may see results, in a funnel: whether a share differs by more than chance explains',
  query: reportFilters.pick({ from: true, to: true }),
  reply: one(organisationsReport),
});

/** The answers of the Friends and Family Test in the order of NHS England's return. */
export const FFT_ANSWERS = ['very_good', 'good', 'neither', 'poor', 'very_poor', 'dont_know'] as const;
/** How people were reached. */
export const FFT_MODES = ['sms', 'online', 'device', 'other'] as const;

const count = z.number();

const fftRow = z.object({
  /** Empty: people whose ward is not known. */
  ward: z.string(),
  /** Inpatients who were discharged alive from the ward in the month. */
  eligible: z.number(),
  responses: z.number(),
  answers: z.object({ very_good: count, good: count, neither: count, poor: count, very_poor: count, dont_know: count }),
  modes: z.object({ sms: count, online: count, device: count, other: count }),
});
export type FftRow = z.output<typeof fftRow>;

export const fftReturn = z.object({
  /** Null: no survey has the question of the test. */
  survey: z.object({ id: z.number(), title: z.string() }).nullable(),
  month: z.string(),
  /** The figures of small wards are in it, as the return asks for them. */
  rows: z.array(fftRow),
  total: fftRow.omit({ ward: true }),
});
export type FftReturn = z.output<typeof fftReturn>;

export const getFftReturn = endpoint({
  method: 'GET',
  path: '/reports/fft_return',
  access: { permission: 'data_exports.create' },
  summary:
    'The monthly return of the Friends and Family Test of NHS England: exact numbers by ward, also of small wards',
  query: z.object({
    /** Without it, the survey with the question of the test that has most answers in the month. */
    survey_id: z.coerce.number().int().positive().optional(),
    /** Without it, the month before the present one. */
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-10.')
      .optional(),
  }),
  reply: one(fftReturn),
});
