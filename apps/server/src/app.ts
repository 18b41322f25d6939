import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import {
  accountRoutes,
  createAuthenticate,
  ownAccountRoutes,
  singleSignOnRoutes,
  type SingleSignOnSettings,
} from './features/account/index.ts';
import { alarmRoutes } from './features/alarms/index.ts';
import { applicationRoutes } from './features/applications/index.ts';
import { auditRoutes, createAuditCalls } from './features/audit/index.ts';
import { broadcastRoutes } from './features/broadcasts/index.ts';
import { caseRoutes } from './features/cases/index.ts';
import { categoryRoutes } from './features/categories/index.ts';
import { contactRoutes } from './features/contacts/index.ts';
import { dashboardRoutes } from './features/dashboard/index.ts';
import { deliveryRoutes } from './features/deliveries/index.ts';
import { departmentRoutes } from './features/departments/index.ts';
import { feedbackRoutes } from './features/feedback/index.ts';
import { inboxRoutes } from './features/inbox/index.ts';
import { kioskRoutes } from './features/kiosks/index.ts';
import { mailingListRoutes } from './features/mailing-lists/index.ts';
import { dischargeRoutes, messageRoutes } from './features/messages/index.ts';
import { measureWaitingMessages, type ApplicationRouting, type Receiver } from './features/intake/index.ts';
import { patientRoutes } from './features/patients/index.ts';
import { permissionRoutes } from './features/permissions/index.ts';
import { readinessRoutes, type ReadinessProbe } from './features/readiness/index.ts';
import { resultsRoutes } from './features/results/index.ts';
import { applicationSurveyRoutes, optionRoutes, questionRoutes, surveyRoutes } from './features/surveys/index.ts';
import { inboundEmailRoutes, textRoutes } from './features/texts/index.ts';
import { triggerRoutes } from './features/triggers/index.ts';
import { userRoutes } from './features/users/index.ts';
import { visitRoutes } from './features/visits/index.ts';
import type { Context } from './platform/context.ts';
import { healthRoutes } from './platform/http/health.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import type { Routes } from './platform/http/route.ts';
import type { LiveEvents } from './platform/live.ts';
import { portalPages } from './portal/portal.ts';
import { previewRoutes } from './portal/preview.routes.ts';

export interface AppOptions {
  house: Context;
  live: LiveEvents;
  receiver: Receiver;
  routing: ApplicationRouting;
  readiness: ReadinessProbe;
  version: string;
  /** Where the built staff application lies; default: beside the server. */
  webDir?: string;
  requestsPerMinute?: number;
  /** An OpenID Connect provider; null: people sign in with passwords only. */
  oidc: SingleSignOnSettings | null;
}

/** All routes, by hand. */
export async function createApp(options: AppOptions) {
  const { house, live, receiver, routing, readiness, version, webDir, requestsPerMinute, oidc } = options;
  const http = await createHttpServer({ log: house.log, version, ...(requestsPerMinute ? { requestsPerMinute } : {}) });
  const routes: Routes = {
    http,
    db: house.db,
    authenticate: createAuthenticate(house),
    endpoints: [],
    audit: createAuditCalls(house),
  };
  healthRoutes(http);
  readinessRoutes(http, readiness);
  measureWaitingMessages(house.db);
  accountRoutes(routes, house);
  ownAccountRoutes(routes, house);
  singleSignOnRoutes(routes, house, oidc);
  applicationRoutes(routes, house);
  permissionRoutes(routes);
  userRoutes(routes, house);
  auditRoutes(routes, house);
  departmentRoutes(routes, house);
  categoryRoutes(routes);
  applicationSurveyRoutes(routes);
  surveyRoutes(routes, house);
  questionRoutes(routes, house);
  optionRoutes(routes, house);
  previewRoutes(routes);
  resultsRoutes(routes, house);
  triggerRoutes(routes, house);
  contactRoutes(routes);
  mailingListRoutes(routes, house);
  messageRoutes(routes, house, receiver, routing);
  dischargeRoutes(routes, house, receiver, routing);
  visitRoutes(routes);
  patientRoutes(routes, house, routing);
  deliveryRoutes(routes, house);
  feedbackRoutes(routes, house);
  kioskRoutes(routes, house);
  broadcastRoutes(routes, house);
  caseRoutes(routes, house);
  textRoutes(routes, house);
  inboundEmailRoutes(routes, house);
  inboxRoutes(routes, house);
  alarmRoutes(routes, house);
  dashboardRoutes(routes, house, live);
  await portalPages(http, house);
  await staffApplication(http, webDir ?? fileURLToPath(new URL('../../web/dist/', import.meta.url)));
  return { http, endpoints: routes.endpoints };
}

/** The built staff application; every address of its own router answers with its one page. */
async function staffApplication(http: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(root);
  if (isBuilt) {
    await http.register(fastifyStatic, {
      root,
      wildcard: false,
      setHeaders(reply, path) {
        // Names of built files carry a hash of their content; the page that names them does not.
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  http.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      (request.headers.accept ?? '').includes('text/html');
    if (wantsPage && isBuilt) return reply.sendFile('index.html');
    return reply.status(404).send({ message: 'There is nothing at this address.' });
  });
}
