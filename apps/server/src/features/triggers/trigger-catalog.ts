import { SURVEY_LANGUAGES, type triggers } from '@wardvoice/contract';

/** Triggers, their actions, and the settings of each. The form is generated from this. */
const EVENTS = [
  { id: 'A01', title: 'Admissions' },
  { id: 'A02', title: 'Transfers' },
  { id: 'A03', title: 'Discharges' },
  { id: 'A04', title: 'Casualties' },
  // Appointments start a trigger only where they are selected.
  { id: 'S12', title: 'Appointment booked' },
  { id: 'S13', title: 'Appointment moved' },
  { id: 'S14', title: 'Appointment changed or done' },
  { id: 'S15', title: 'Appointment cancelled' },
  { id: 'S26', title: 'Appointment not attended' },
];

const VISIT_KINDS = [
  { id: 'inpatient', title: 'Inpatient stay' },
  { id: 'emergency', title: 'Emergency attendance' },
  { id: 'outpatient', title: 'Outpatient visit' },
];

const APPOINTMENT_STATES = [
  { id: 'booked', title: 'Booked' },
  { id: 'moved', title: 'Moved' },
  { id: 'arrived', title: 'Arrived' },
  { id: 'done', title: 'Done' },
  { id: 'cancelled', title: 'Cancelled' },
  { id: 'not_attended', title: 'Not attended' },
];

/** Lengths of stay in nights. */
export const STAY_RANGES = [
  { id: '0', title: 'Same day', from: 0, to: 0 },
  { id: '1', title: '1 night', from: 1, to: 1 },
  { id: '2-3', title: '2 or 3 nights', from: 2, to: 3 },
  { id: '4-7', title: '4 to 7 nights', from: 4, to: 7 },
  { id: '8+', title: '8 nights and more', from: 8, to: Infinity },
];

/** Days since the last visit of the same kind. */
export const LAST_VISIT_RANGES = [
  { id: '0-30', title: 'Within 30 days', from: 0, to: 30 },
  { id: '31-90', title: '31 to 90 days ago', from: 31, to: 90 },
  { id: '91-365', title: '91 to 365 days ago', from: 91, to: 365 },
  { id: 'longer', title: 'Longer ago, or never', from: 366, to: Infinity },
];

/** HL7 table 0004 */
const PATIENT_CLASSES = [
  { id: 'I', title: 'Inpatient' },
  { id: 'E', title: 'Emergency' },
  { id: 'O', title: 'Outpatient' },
  { id: 'P', title: 'Preadmit' },
  { id: 'R', title: 'Recurring patient' },
  { id: 'B', title: 'Obstetrics' },
];

export const AGE_RANGES = [
  { id: '0-15', title: 'Under 16', from: 0, to: 15 },
  { id: '16-17', title: '16 and 17', from: 16, to: 17 },
  { id: '18-39', title: '18 to 39', from: 18, to: 39 },
  { id: '40-64', title: '40 to 64', from: 40, to: 64 },
  { id: '65-79', title: '65 to 79', from: 65, to: 79 },
  { id: '80+', title: '80 and over', from: 80, to: Infinity },
];

const SEXES = [
  { id: 'F', title: 'Female' },
  { id: 'M', title: 'Male' },
  { id: 'O', title: 'Other' },
  { id: 'U', title: 'Unknown' },
];

const YES_NO = [
  { id: '1', title: 'Yes' },
  { id: '0', title: 'No' },
];

const LANGUAGES = SURVEY_LANGUAGES.map((id) => ({
  id,
  title: new Intl.DisplayNames(['en'], { type: 'language' }).of(id) ?? id,
}));

/** Wards and services differ between hospitals: an empty list of options means that values are typed in. */
const PATIENT_FILTERS = [
  { id: 'event', title: 'Event', options: EVENTS },
  { id: 'location', title: 'Ward', options: [] },
  { id: 'patient_class', title: 'Patient class', options: PATIENT_CLASSES },
  { id: 'kind', title: 'Kind of visit', options: VISIT_KINDS },
  { id: 'appointment_state', title: 'Appointment', options: APPOINTMENT_STATES },
  { id: 'length_of_stay', title: 'Length of stay', options: STAY_RANGES.map(({ id, title }) => ({ id, title })) },
  { id: 'discharge_disposition', title: 'Discharge disposition (PV1-36)', options: [] },
  { id: 'without_disposition', title: 'Not with discharge disposition', options: [] },
  { id: 'diagnosis', title: 'Diagnosis (beginning of the DG1-3 code)', options: [] },
  { id: 'without_diagnosis', title: 'Not with diagnosis', options: [] },
  { id: 'payer', title: 'Who pays (IN1-2, IN1-3, IN1-4 or PV1-20)', options: [] },
  { id: 'without_payer', title: 'Not paid by', options: [] },
  {
    id: 'last_visit',
    title: 'Last visit of the same kind',
    options: LAST_VISIT_RANGES.map(({ id, title }) => ({ id, title })),
  },
  { id: 'attending_doctor', title: 'Attending doctor (number or name)', options: [] },
  { id: 'hospital_service', title: 'Hospital service', options: [] },
  { id: 'age', title: 'Age', options: AGE_RANGES.map(({ id, title }) => ({ id, title })) },
  { id: 'sex', title: 'Sex', options: SEXES },
  { id: 'language', title: 'Language', options: LANGUAGES },
  { id: 'has_phone', title: 'Has a phone number', options: YES_NO },
  { id: 'has_email', title: 'Has an e-mail address', options: YES_NO },
];

const field = (id: string, title: string, type: string, required: boolean) => ({ id, title, type, required });
const DELAY = field('delay', 'Delay in minutes', 'minutes', false);

/** HCAHPS asks nobody who was discharged to these (CMS, HCAHPS Quality Assurance Guidelines): police, hospice, nursing homes, and death. */
const HCAHPS_DISPOSITIONS = ['21', '87', '50', '51', '03', '61', '64', '83', '92', '20', '40', '41', '42'];

/** What well-known programmes ask for. Whoever begins with one can change everything. */
const SURVEY_PACKS: triggers.CatalogEntry['actions'][number]['packs'] = [
  {
    id: 'nhs_fft',
    title: 'Friends and Family Test (NHS)',
    text: 'Discharges, by SMS a day later, or else by e-mail.',
    config: { filters: { event: ['A03'] }, channel: 'sms_or_email', delay: 1440 },
  },
  {
    id: 'hcahps',
    title: 'HCAHPS (CMS)',
    text: 'Adults after one night at least, by e-mail two days later, or else by SMS. Not after a discharge to a nursing home, a hospice or the police. Psychiatric care is left out by the hospital service.',
    config: {
      filters: {
        event: ['A03'],
        kind: ['inpatient'],
        age: ['18-39', '40-64', '65-79', '80+'],
        length_of_stay: ['1', '2-3', '4-7', '8+'],
        without_disposition: HCAHPS_DISPOSITIONS,
      },
      channel: 'email_or_sms',
      delay: 2880,
      reminders: 2,
      reminder_days: 3,
    },
  },
];

export const HL7_MESSAGE_PROCESSED = 'hl7_message_processed';
export const SURVEY_RESPONSE_ESCALATED = 'survey_response_escalated';

/** The patient is asked several times, as the steps of the pathway say. */
export const BEGIN_PATHWAY = 'begin_pathway';

export const TRIGGER_CATALOG = [
  {
    id: HL7_MESSAGE_PROCESSED,
    title: 'HL7 message processed',
    actions: [
      {
        id: 'send_sms',
        title: 'Send SMS',
        filters: PATIENT_FILTERS,
        fields: [DELAY, field('text', 'Text', 'textarea', true)],
        packs: [],
      },
      {
        id: 'send_email',
        title: 'Send e-mail',
        filters: PATIENT_FILTERS,
        fields: [DELAY, field('subject', 'Subject', 'text', true), field('text', 'Text', 'textarea', true)],
        packs: [],
      },
      {
        id: 'send_survey_request',
        title: 'Send survey request',
        filters: PATIENT_FILTERS,
        fields: [
          field('survey_id', 'Survey', 'survey', true),
          field('channel', 'Channel', 'channel', true),
          DELAY,
          field('reminders', 'Reminders (0 to 2)', 'number', false),
          field('reminder_days', 'Days between reminders', 'number', false),
          field('sample_percent', 'Random share (%)', 'percent', false),
          field('sample_seed', 'Seed of the draw', 'seed', false),
          field('ward_quota', 'Most of a ward in a month', 'quota', false),
          field('subject', 'Subject', 'text', false),
          field('text', 'Text', 'textarea', false),
        ],
        packs: SURVEY_PACKS,
      },
      {
        id: BEGIN_PATHWAY,
        title: 'Begin pathway',
        filters: PATIENT_FILTERS,
        fields: [field('pathway_id', 'Pathway', 'pathway', true)],
        packs: [],
      },
    ],
  },
  {
    id: SURVEY_RESPONSE_ESCALATED,
    title: 'Survey response escalated',
    actions: [
      {
        id: 'api_push',
        title: 'API push',
        filters: [],
        fields: [field('endpoint', 'Address to call', 'url', true), field('survey_id', 'Survey', 'survey', false)],
        packs: [],
      },
    ],
  },
];
