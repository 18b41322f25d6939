import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/route.ts';
import { fhirServer } from '../fhir/index.ts';
import { appointments } from './visits/appointments.ts';
import { auditEvents } from './audit-events.ts';
import { communications } from './communications.ts';
import { consents } from './consents.ts';
import { encounters } from './visits/encounters.ts';
import { patients } from './patients/patients.ts';
import { questionnaireResponses } from './surveys/questionnaire-responses.ts';
import { questionnaires } from './surveys/questionnaires.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts';
import { tasks } from './tasks.ts';

const RESOURCES = [
  patients,
  encounters,
  appointments,
  questionnaires,
  questionnaireResponses,
  communications,
  tasks,
  consents,
  auditEvents,
];

export const fhirRoutes = (routes: Routes, ctx: Context): Promise<void> =>
  fhirServer(routes, ctx, RESOURCES, (own) => subscriptionRoutes(own, ctx));
