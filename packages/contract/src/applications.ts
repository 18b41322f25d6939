import { z } from 'zod';
import { emailAddress } from './addresses.ts';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';

export const applicationSummary = z.object({
  id: z.number(),
  title: z.string(),
  logo: z.string().nullable(),
  messages_after: z.string().nullable(),
  time_zone: z.string(),
  country: z.string(),
  language: z.string(),
});
export type ApplicationSummary = z.output<typeof applicationSummary>;

export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export const ACKNOWLEDGEMENT_MODES = ['original', 'enhanced'] as const;

/** Who needs two-step sign-in to work in an application. Administrators are those with the permission `admin`, and superusers. */
export const TWO_STEP_REQUIRED = ['nobody', 'administrators', 'everybody'] as const;

export const application = applicationSummary.extend({
  version: z.number(),
  access_key: z.string(),
  sending_facilities: z.array(z.string()),
  sender_name: z.string().nullable(),
  sender_email: z.string().nullable(),
  sms_sender: z.string().nullable(),
  unwatched_notice: z.string().nullable(),
  html_emails: z.boolean(),
  sends_per_minute: z.number().nullable(),
  minimum_age: z.number(),
  survey_interval_days: z.number(),
  max_messages_per_day: z.number().nullable(),
  max_messages_per_week: z.number().nullable(),
  quiet_from: z.string(),
  quiet_to: z.string(),
  case_escalation_minutes: z.number(),
  working_hours: z.array(z.string()),
  case_hours_urgent: z.number(),
  case_hours_high: z.number(),
  case_hours_normal: z.number(),
  invitation_valid_days: z.number(),
  accept_other_types: z.boolean(),
  listens_only: z.boolean(),
  identifier_types: z.array(z.string()),
  death_dispositions: z.array(z.string()),
  loss_diagnoses: z.array(z.string()),
  date_order: z.enum(DATE_ORDERS).nullable(),
  accept_missing_control_id: z.boolean(),
  listener_port: z.number().nullable(),
  allowed_peers: z.array(z.string()),
  acknowledgement_mode: z.enum(ACKNOWLEDGEMENT_MODES),
  raw_retention_days: z.number().nullable(),
  personal_retention_days: z.number().nullable(),
  de_escalation_survey_id: z.number().nullable(),
  two_step_required: z.enum(TWO_STEP_REQUIRED),
});
export type Application = z.output<typeof application>;

/** The months before the present one, in the application's time zone, by how many months ago they were. */
export const FEEDBACK_MONTHS = [
  'five_months_ago',
  'four_months_ago',
  'three_months_ago',
  'two_months_ago',
  'one_month_ago',
  'this_month',
] as const;

const categoryFeedback = z.object({
  /** Title of the category when the answer was given. */
  title: z.string(),
  five_months_ago: z.number(),
  four_months_ago: z.number(),
  three_months_ago: z.number(),
  two_months_ago: z.number(),
  one_month_ago: z.number(),
  this_month: z.number(),
});
export type CategoryFeedback = z.output<typeof categoryFeedback>;

const surveyChoice = z.object({ id: z.number(), title: z.string(), active: z.boolean() });
export type SurveyChoice = z.output<typeof surveyChoice>;

/** The application with its related records. The address of the logo changes with the picture. */
export const applicationDetail = application.extend({
  de_escalation_survey: surveyChoice.nullable(),
  surveys: z.array(surveyChoice),
  /** Answered surveys by category, one row for each. */
  category_feedback_by_month: z.array(categoryFeedback),
  /** The result of each process that opens the application's own port; empty without such a port. */
  listeners: z.array(z.object({ process: z.string(), port: z.number(), error: z.string().nullable() })),
});
export type ApplicationDetail = z.output<typeof applicationDetail>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Use a time of day such as 21:00.');

/** Whether the text is empty, or hours of one day that end after they began. An end of 00:00 is midnight. */
const isHoursOfDay = (hours: string): boolean => {
  if (hours === '') return true;
  const [, from, to] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(hours) ?? [];
  return from !== undefined && to !== undefined && (to === '00:00' || from < to);
};

/** A limit in hours for closing a case. */
const caseHours = z.number('Enter a number of hours.').int().min(1).max(720, 'Use at most 720 hours.');

/**
 * Whether the name is one of the tz database, such as Europe/Dublin or UTC. Short names are none: `IST` is India here and Israel in PostgreSQL,
 * and CET has summers here and none there.
 */
export const isTimeZone = (name: string): boolean => {
  if (!/^(?!SystemV)[a-z]+\/[a-z]|^UTC$/i.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

export const MAX_LOGO_BYTES = 512 * 1024;
/** Maximum length of the base64 text, with the prefix before it. */
const MAX_LOGO_TEXT = Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 100;

/** The other side of a connection: an address, a network, or a certificate of a TLS client by its subject or fingerprint. */
const peer = z.union(
  [
    z.ipv4(),
    z.ipv6(),
    z.cidrv4(),
    z.cidrv6(),
    z.string().regex(/^CN=.{1,64}$/),
    z.string().regex(/^SHA256=([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
  ],
  'Give addresses such as 10.1.2.3 or 10.0.0.0/8, or certificates as CN=engine or SHA256=AB:CD:… with 32 bytes.',
);

const settings = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200),
  /**
   * A new picture as `data:image/png;base64,…` (PNG, JPEG or WebP). The present address keeps the picture, and null removes it.
   */
  logo: z.string().max(MAX_LOGO_TEXT, 'Choose a picture of at most 0.5 MB.').nullable(),
  /** ISO date from which the lists of the menu begin. */
  messages_after: isoDay.nullable(),
  time_zone: z
    .string('Choose a time zone such as Europe/Dublin.')
    .refine(isTimeZone, 'Choose a time zone such as Europe/Dublin.'),
  country: z
    .string('Choose the country: use two letters such as IE.')
    .regex(/^[A-Z]{2}$/, 'Choose the country: use two letters such as IE.'),
  language: z.string().regex(/^[a-z]{2}$/, 'Use two letters such as en.'),
  sender_name: z.string().trim().max(200).nullable(),
  sender_email: emailAddress.nullable(),
  /** A number (E.164) or up to eleven letters and digits. */
  sms_sender: z
    .string()
    .regex(/^(\+?\d{3,15}|(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11})$/, 'Use a phone number, or 3 to 11 letters and digits.')
    .nullable(),
  /** Sent back to whoever writes, once in 30 days. Null: Wardvoice's own text, in the person's language. */
  unwatched_notice: z.string().trim().min(1).max(480).nullable(),
  /** Whether e-mails to patients have an HTML part with the logo beside their plain text. */
  html_emails: z.boolean(),
  /** Limit for e-mails and SMS to patients together. Null: as fast as the gateways accept them. */
  sends_per_minute: z.number().int().min(1).max(100_000).nullable(),
  /** MSH-4, or MSH-3 of a sender that leaves MSH-4 empty. Each belongs to one application only. */
  sending_facilities: z.array(z.string().trim().min(1).max(200)).max(100),
  minimum_age: z.number().int().min(0).max(120),
  survey_interval_days: z.number().int().min(0).max(3650),
  /** Limit for messages of every kind to one person. Null: no limit. */
  max_messages_per_day: z.number().int().min(1).max(100).nullable(),
  max_messages_per_week: z.number().int().min(1).max(500).nullable(),
  quiet_from: timeOfDay,
  /** The same time as `quiet_from` means that there are no quiet hours. */
  quiet_to: timeOfDay,
  case_escalation_minutes: z.number().int().min(1).max(10_080),
  /** Monday first: "08:00-18:00", where an end of 00:00 is midnight, or empty for a day off. In the application's time zone. */
  working_hours: z
    .array(z.string().refine(isHoursOfDay, 'Use hours such as 08:00-18:00 that end after they begin.'))
    .length(7, 'Give the hours of seven days, Monday first.')
    .refine((days) => days.some((hours) => hours !== ''), 'Choose the hours of one day at least.'),
  /** Until when a case should be closed: an urgent one by the clock, others in working hours. */
  case_hours_urgent: caseHours,
  case_hours_high: caseHours,
  case_hours_normal: caseHours,
  invitation_valid_days: z.number().int().min(1).max(365),
  accept_other_types: z.boolean(),
  /** Messages are received and shown, and patients get nothing but what a person sends with a reason. */
  listens_only: z.boolean(),
  accept_missing_control_id: z.boolean(),
  /**
   * Which numbers identify a person, best first: a type (CX.5, HL7 table 0203) such as "MR", a type of one authority (CX.4) such
   * as "MR@HOSP" or "MR@1.2.3", or "@HOSP" for every number of an authority.
   */
  identifier_types: z
    .array(
      z
        .string()
        .trim()
        .regex(
          /^(?=.)[A-Za-z0-9]{0,20}(@[^@,\s]{1,200})?$/,
          'Use codes of HL7 table 0203 such as MR, alone or with an authority, such as MR@HOSP.',
        ),
    )
    .min(1, 'Name at least one type.')
    .max(50),
  /** Codes and words of PV1-36 that mean that the patient died, in upper or lower case. */
  death_dispositions: z.array(z.string().trim().min(1).max(100)).min(1, 'Name at least one.').max(200),
  /** Beginnings of diagnoses (DG1-3) that say that a child was lost, such as O03 or Z37.1. Whoever has one is not asked for a year. */
  loss_diagnoses: z.array(z.string().trim().min(2, 'Use codes of at least two characters.').max(20)).max(200),
  /** How senders write dates with slashes. Null: not known, so that an ambiguous date is an error. */
  date_order: z.enum(DATE_ORDERS).nullable(),
  listener_port: z
    .number('Enter a port from 1 to 65535.')
    .int()
    .min(1, 'Enter a port from 1 to 65535.')
    .max(65_535, 'Enter a port from 1 to 65535.')
    .nullable(),
  /**
   * From where its messages may come over MLLP; empty: from everywhere. With addresses, the sender's must be among them; with
   * certificates, it must have shown one of them.
   */
  allowed_peers: z.array(peer).max(100),
  acknowledgement_mode: z.enum(ACKNOWLEDGEMENT_MODES),
  raw_retention_days: z.number().int().min(7, 'Keep the text for 7 days at least.').max(36_500).nullable(),
  personal_retention_days: z.number().int().min(30, 'Keep who it was for 30 days at least.').max(36_500).nullable(),
  de_escalation_survey_id: z.number().int().positive().nullable(),
  /** Single sign-on is exempt: the provider asks for what it wants. */
  two_step_required: z.enum(TWO_STEP_REQUIRED),
});
export type ApplicationSettings = z.output<typeof settings>;

/** Only the answers that create an application or new credentials contain the secret. */
const applicationWithSecret = application.extend({ access_secret: z.string().optional() });

export const listApplications = endpoint({
  method: 'GET',
  path: '/applications',
  access: { permission: 'applications.view', anyApplication: true },
  summary: 'The applications that the caller may see',
  query: pagingQuery.extend({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Use two letters such as IE.')
      .optional(),
    sort: sortBy(['title', 'id'], 'title'),
  }),
  reply: page(applicationSummary),
});

export const getApplication = endpoint({
  method: 'GET',
  path: '/applications/:id',
  access: { permission: 'applications.view', anyApplication: true },
  summary: 'One application, with its surveys and six months of feedback by category',
  params: idParams,
  reply: one(applicationDetail),
});

export const editApplication = endpoint({
  method: 'GET',
  path: '/applications/:id/edit',
  access: { permission: 'applications.update', anyApplication: true },
  summary: 'One application as its form needs it',
  params: idParams,
  reply: one(application.extend({ surveys: z.array(surveyChoice) })),
});

export const createApplication = endpoint({
  method: 'POST',
  path: '/applications',
  access: { permission: 'superuser', anyApplication: true, person: true },
  freshSignIn: true,
  summary: 'Make an application; its access_secret is in this answer only',
  body: z.object({ application: settings.partial().required({ title: true, time_zone: true, country: true }) }),
  wrapper: 'application',
  status: 201,
  reply: one(applicationWithSecret),
});

export const updateApplication = endpoint({
  method: 'PUT',
  path: '/applications/:id',
  access: { permission: 'applications.update', anyApplication: true, person: true },
  freshSignIn: true,
  summary:
    'Change an application; with regenerate_credentials the answer carries the new access_secret. ' +
    'Where messages come from (sending_facilities, listener_port) is for superusers to change',
  params: idParams,
  body: z.object({
    application: settings.partial().extend({
      regenerate_credentials: z.boolean().optional(),
      version: z.number().int().optional(),
    }),
  }),
  wrapper: 'application',
  reply: one(applicationWithSecret),
});

export const deleteApplication = endpoint({
  method: 'DELETE',
  path: '/applications/:id',
  access: { permission: 'superuser', anyApplication: true, person: true },
  freshSignIn: true,
  summary: 'Remove an application and all that is in it; one that has messages only with its title as `confirm`',
  params: idParams,
  query: z.object({ confirm: z.string().max(200).optional() }),
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const listApplicationSurveys = endpoint({
  method: 'GET',
  path: '/applications/:id/surveys.json',
  access: { permission: 'surveys.list', anyApplication: true },
  summary: "An application's surveys, for pickers",
  params: idParams,
  query: pagingQuery,
  reply: page(surveyChoice),
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/logos/:hash',
  access: 'public',
  summary: "An application's logo; patients see it too",
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  reply: z.string(),
  replyMedia: 'image/*',
});
