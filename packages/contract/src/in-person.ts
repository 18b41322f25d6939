import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one } from './paging.ts';

/**
 * Where somebody answers a survey that staff offer them in person. `this_device`: on the device of the staff, whose session is locked.
 * `own_phone`: on a phone of their own, which reads the link from a QR code.
 */
export const ANSWERING_ON = ['this_device', 'own_phone'] as const;
export type AnsweringOn = (typeof ANSWERING_ON)[number];

/** Reasons of the gate that also hold where nothing is sent. */
export const REFUSALS_IN_PERSON = [
  'deceased',
  'event_cancelled',
  'identity_unknown',
  'identity_in_doubt',
  'protected',
  'under_age',
  'survey_off',
  'survey_empty',
  'bereaved',
  'asked_lately',
] as const;
export type RefusalInPerson = (typeof REFUSALS_IN_PERSON)[number];

/** Whether staff may ask all the same, if they mean to (`again`). */
export const isOverrulable = (refusal: RefusalInPerson): boolean =>
  refusal === 'bereaved' || refusal === 'asked_lately';

/** What came of the offer so far, without what was answered. `begun`: the first answer was given. */
export const OFFER_STATES = ['open', 'begun', 'answered'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** Somebody as the application knows them now. Staff compare it with the person before them. */
export const personHere = z.object({
  patient_id: z.number().nullable(),
  contact_id: z.number().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  /** The name in one piece, as a contact has it. */
  name: z.string(),
  birth_date: z.string().nullable(),
  /** How much of the birth date is known. */
  birth_date_precision: z.enum(['day', 'month', 'year']),
  patient_identifier: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The ward; null where it is none of the caller's. */
  location: z.string().nullable(),
  room: z.string().nullable(),
  bed: z.string().nullable(),
  survey_title: z.string(),
  /** The offer that is answered, or was; null before there is one. */
  offer: z
    .object({
      state: z.enum(OFFER_STATES),
      begun_at: instant.nullable(),
      answered_at: instant.nullable(),
      expires_at: instant,
    })
    .nullable(),
  /** Why the person is not to be asked; null when nothing speaks against it. */
  refusal: z.enum(REFUSALS_IN_PERSON).nullable(),
});
export type PersonHere = z.output<typeof personHere>;

/** A survey that can be answered now. */
export const startedSurvey = z.object({
  token: z.string(),
  /** The link with this token, which a phone reads from a QR code. */
  link: z.string(),
  expires_at: instant,
});

export const getPatientHere = endpoint({
  method: 'GET',
  path: '/hl7_messages/:id/feedback/person',
  access: { permission: 'feedback.create' },
  audit: { action: 'view', record: 'hl7_messages' },
  summary:
    'The patient of this message, to be compared with the person before one, and whether the survey was answered',
  params: idParams,
  reply: one(personHere),
});

export const startHere = endpoint({
  method: 'POST',
  path: '/hl7_messages/:id/feedback/start',
  access: { permission: 'feedback.create', person: true },
  audit: { action: 'take_survey', record: 'hl7_messages' },
  summary:
    'Offer the survey about this message to its patient, in person. On this device, the session of the caller is locked. 409 when the ' +
    'patient is another than the one confirmed, has answered, or is not to be asked',
  params: idParams,
  body: z.object({
    feedback: z.object({
      /** The patient whom the caller has compared with the person before them. */
      patient_id: z.number('Confirm who the person is.').int().positive(),
      on: z.enum(ANSWERING_ON, 'Choose this_device or own_phone.'),
      /** True: the caller knows that the person was asked lately. */
      again: z.boolean().default(false),
    }),
  }),
  wrapper: 'feedback',
  status: 201,
  reply: one(startedSurvey),
});

export const getContactHere = endpoint({
  method: 'GET',
  path: '/mailing_list/:id/feedback/contacts/:contactId',
  access: { permission: 'feedback.create' },
  audit: { action: 'view', record: 'contacts' },
  summary: 'Somebody of a list, to be compared with the person before one, and whether the survey was answered',
  params: idParams.extend({ contactId: z.coerce.number().int().positive() }),
  query: z.object({ survey_id: z.coerce.number().int().positive() }),
  reply: one(personHere),
});
