import { fhir } from '@wardvoice/contract';
import type { AccessCases } from '../../testing/access-cases.ts';

type Of = Parameters<NonNullable<AccessCases['recordsOfPeople']>[string]>[0];

const RECORDS: Readonly<Record<fhir.ResourceType, (of: Of) => number>> = {
  Patient: ({ patientId }) => patientId,
  Encounter: ({ visitId }) => visitId,
  Appointment: ({ appointmentId }) => appointmentId,
  Questionnaire: ({ surveyId }) => surveyId,
  QuestionnaireResponse: ({ feedbackId }) => feedbackId,
  Communication: ({ deliveryId }) => deliveryId,
  Task: ({ caseId }) => caseId,
  Consent: ({ consentEventId }) => consentEventId,
  AuditEvent: ({ auditEntryId }) => auditEntryId,
};

const recordsOf = (types: readonly fhir.ResourceType[]): NonNullable<AccessCases['recordsOfPeople']> =>
  Object.fromEntries(
    types.map((type) => [`GET /fhir/r4/${type}/:id`, (of: Of) => ({ path: `/fhir/r4/${type}/${RECORDS[type](of)}` })]),
  );

const OF_HOSPITAL: readonly fhir.ResourceType[] = ['Questionnaire'];
const ofPeople = fhir.RESOURCE_TYPES.filter((type) => !OF_HOSPITAL.includes(type));

export const accessCases: AccessCases = {
  recordsOfPeople: recordsOf(ofPeople),
  recordsOfHospital: {
    ...recordsOf(OF_HOSPITAL),
    'GET /fhir/r4/Subscription/:id': ({ subscriptionId }) => ({ path: `/fhir/r4/Subscription/${subscriptionId}` }),
    'DELETE /fhir/r4/Subscription/:id': ({ subscriptionId }) => ({ path: `/fhir/r4/Subscription/${subscriptionId}` }),
    'GET /fhir/r4/Subscription/:id/$status': ({ subscriptionId }) => ({
      path: `/fhir/r4/Subscription/${subscriptionId}/$status`,
    }),
    'GET /fhir/r4/Subscription/:id/$events': ({ subscriptionId }) => ({
      path: `/fhir/r4/Subscription/${subscriptionId}/$events`,
    }),
  },
  makingNothingOfPeople: ['POST /fhir/r4/Subscription'],
  making: {
    'POST /fhir/r4/QuestionnaireResponse': ({ surveyId, patientId, visitId }) => ({
      body: {
        resourceType: 'QuestionnaireResponse',
        questionnaire: `Questionnaire/${surveyId}`,
        status: 'completed',
        subject: { reference: `Patient/${patientId}` },
        encounter: { reference: `Encounter/${visitId}` },
        item: [],
      },
    }),
  },
  // Appointments and the audit refer to patients by their ids alone.
  showingPeople: [
    ...['Patient', 'Encounter', 'QuestionnaireResponse', 'Task', 'Consent'].flatMap((type) => [
      `GET /fhir/r4/${type}`,
      `GET /fhir/r4/${type}/:id`,
    ]),
    'GET /fhir/r4/Communication',
    ...['Patient', 'Encounter', 'QuestionnaireResponse', 'Communication', 'Task', 'Consent'].map(
      (type) => `GET /fhir/r4/bulk-export/${type}`,
    ),
  ],
};
