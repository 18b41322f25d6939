import { fileURLToPath } from 'node:url';
import {
  accountRoutes,
  createAuthenticate,
  ownAccountRoutes,
  staffAccountRoutes,
  type WaysIn,
} from './features/account/index.ts';
import { apiKeyRoutes, authenticateKey, isApiKey, tokenEndpoint } from './features/api-keys/index.ts';
import { alarmRoutes } from './features/alarms/index.ts';
import { announceAccess } from './features/sessions/index.ts';
import { applicationRoutes } from './features/applications/index.ts';
import { auditRoutes, createAuditCalls } from './features/audit/index.ts';
import { broadcastRoutes } from './features/broadcasts/index.ts';
import { caseRoutes } from './features/cases/index.ts';
import { categoryRoutes, clearDepartment } from './features/categories/index.ts';
import { contactImportRoutes } from './features/contact-imports/index.ts';
import { consentLedgerRoutes } from './features/consent-ledger/index.ts';
import { contactRecordRoutes } from './features/contact-records/index.ts';
import { contactMergeRoutes } from './features/contact-merges/index.ts';
import { contactRoutes } from './features/contacts/index.ts';
import { dashboardRoutes } from './features/dashboard/index.ts';
import { deliveryRecordRoutes } from './features/delivery-records/index.ts';
import { deliveryRetryRoutes } from './features/delivery-retries/index.ts';
import { receiptRoutes } from './features/receipts/index.ts';
import { sendingHoldRoutes } from './features/sending-holds/index.ts';
import { deliveryCalendarRoutes } from './features/delivery-calendar/index.ts';
import { departmentRoutes } from './features/departments/index.ts';
import { dataExportRoutes, type ExportPlan } from './features/data-exports/index.ts';
import { dutyRoutes } from './features/duty/index.ts';
import { feedbackRecordRoutes } from './features/feedback-records/index.ts';
import { feedbackRoutes } from './features/feedback/index.ts';
import { fhirRoutes } from './features/fhir-resources/index.ts';
import { inboxRoutes } from './features/inbox/index.ts';
import { kioskRoutes } from './features/kiosks/index.ts';
import { mailingListRoutes } from './features/mailing-lists/index.ts';
import { dischargeRoutes, messageRoutes } from './features/messages/index.ts';
import { messageTrialRoutes } from './features/message-trials/index.ts';
import { measureWaitingMessages, type ApplicationRouting, type Receiver } from './features/intake/index.ts';
import { patientRoutes } from './features/patients/index.ts';
import { accountInvitationRoutes, admitInvited, registrationRoutes } from './features/newcomers/index.ts';
import { noticeRoutes } from './features/notices/index.ts';
import { permissionRoutes } from './features/permissions/index.ts';
import { roleRoutes } from './features/roles/index.ts';
import { savedViewRoutes } from './features/saved-views/index.ts';
import { scimRoutes, scimTokenRoutes } from './features/scim/index.ts';
import { privacyRoutes } from './features/privacy/index.ts';
import { readinessRoutes, type ReadinessProbe } from './features/readiness/index.ts';
import { answerRowRoutes } from './features/answer-rows/index.ts';
import { reportPackRoutes } from './features/report-packs/index.ts';
import { reportsRoutes } from './features/reports/index.ts';
import { resultsRoutes } from './features/results/index.ts';
import {
  applicationSurveyRoutes,
  optionRoutes,
  questionRoutes,
  sectionRoutes,
  surveyRoutes,
} from './features/surveys/index.ts';
import { lockProcessing } from './features/processing/index.ts';
import { answerScaleRoutes } from './features/answer-scales/index.ts';
import { pathwayRoutes } from './features/pathways/index.ts';
import { copyOutcomeScores, outcomeScoreRoutes } from './features/outcome-scores/index.ts';
import { surveyUseRoutes } from './features/survey-uses/index.ts';
import { emailRoutes, textRoutes } from './features/texts/index.ts';
import { ehrLaunchRoutes, type EhrConnection } from './features/ehr-launch/index.ts';
import { trialRoutes, triggerRoutes } from './features/triggers/index.ts';
import { userRoutes } from './features/users/index.ts';
import { destinationRoutes } from './features/destinations/index.ts';
import { caseCauseRoutes } from './features/case-causes/index.ts';
import { wardPageRoutes } from './features/ward-pages/index.ts';
import { webhookRoutes } from './features/webhooks/index.ts';
import { visitRoutes } from './features/visits/index.ts';
import type { Context } from './platform/context.ts';
import { measurePool } from './platform/db/pool-metrics.ts';
import { healthRoutes, metricsRoutes } from './platform/http/health.ts';
import { singleSignOnRoutes, type ProviderSettings } from './features/single-sign-on/index.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { createIdempotency } from './platform/http/idempotency.ts';
import { subPathOf } from './platform/http/sub-path.ts';
import { openApiRoutes } from './platform/http/open-api/open-api.routes.ts';
import type { Routes } from './platform/http/route.ts';
import type { LiveEvents } from './platform/live.ts';
import { portalPages } from './portal/portal.ts';
import { previewRoutes } from './portal/survey/preview.routes.ts';
import { staffPages } from './staff-pages/staff-pages.ts';

export interface AppOptions {
  ctx: Context;
  live: LiveEvents;
  receiver: Receiver;
  routing: ApplicationRouting;
  readiness: ReadinessProbe;
  version: string;
  /** Where the built staff application lies; default: beside the server. */
  webDir?: string;
  requestsPerMinute?: number;
  trustProxy?: string[];
  /** PEM texts, for TLS without a proxy. Default: null. */
  tls?: { cert: string; key: string } | null;
  /** Whether HSTS covers names below ours as well. Default: false. */
  hstsSubDomains?: boolean;
  /** Default: true. False where /metrics has a port of its own. */
  hasMetrics?: boolean;
  /** Whether the API describes itself at /api/docs and /api/openapi.json. Default: true. */
  hasApiDocs?: boolean;
  /** Where exports are stored; null: nowhere. */
  exports?: ExportPlan | null;
  waysIn: WaysIn & { oidc: readonly ProviderSettings[] };
  /** Record systems that open surveys. Default: none. */
  ehrs?: readonly EhrConnection[];
}

/** All routes, by hand. */
export async function createApp(options: AppOptions) {
  const { ctx, live, receiver, routing, readiness, version, webDir, requestsPerMinute, trustProxy, waysIn } = options;
  const {
    hasMetrics = true,
    hasApiDocs = true,
    hstsSubDomains = false,
    tls = null,
    exports = null,
    ehrs = [],
  } = options;
  const subPath = subPathOf(ctx.publicUrl);
  const http = await createHttpServer({
    log: ctx.log,
    hstsSubDomains,
    tls,
    isHttps: ctx.publicUrl.startsWith('https:'),
    subPath,
    ...(requestsPerMinute ? { requestsPerMinute } : {}),
    ...(trustProxy ? { trustProxy } : {}),
  });
  const authenticatePerson = createAuthenticate(ctx);
  const routes: Routes = {
    http,
    db: ctx.db,
    authenticate: (token, from) =>
      isApiKey(token) ? authenticateKey(ctx, token, from.address) : authenticatePerson(token, from),
    endpoints: [],
    audit: createAuditCalls(ctx),
    idempotency: createIdempotency(ctx),
  };
  healthRoutes(http);
  if (hasMetrics) metricsRoutes(http);
  readinessRoutes(http, readiness);
  measureWaitingMessages(ctx.db);
  measurePool(ctx.db.pool);
  accountRoutes(routes, ctx, waysIn);
  singleSignOnRoutes(routes, ctx, waysIn.oidc, admitInvited);
  registrationRoutes(routes, ctx, waysIn.registration);
  accountInvitationRoutes(routes, ctx, waysIn);
  ownAccountRoutes(routes, ctx);
  staffAccountRoutes(routes, ctx);
  applicationRoutes(routes, ctx, { announceAccess, lockProcessing });
  permissionRoutes(routes);
  roleRoutes(routes);
  userRoutes(routes, ctx);
  savedViewRoutes(routes);
  scimTokenRoutes(routes, ctx);
  apiKeyRoutes(routes, ctx);
  await tokenEndpoint(http, ctx);
  webhookRoutes(routes, ctx);
  destinationRoutes(routes, ctx);
  auditRoutes(routes, ctx);
  departmentRoutes(routes, ctx, clearDepartment);
  dutyRoutes(routes, ctx);
  caseCauseRoutes(routes, ctx);
  categoryRoutes(routes);
  applicationSurveyRoutes(routes);
  surveyRoutes(routes, ctx, { onCopied: copyOutcomeScores });
  questionRoutes(routes, ctx);
  sectionRoutes(routes, ctx);
  answerScaleRoutes(routes, ctx);
  outcomeScoreRoutes(routes);
  pathwayRoutes(routes, ctx);
  surveyUseRoutes(routes, ctx);
  optionRoutes(routes, ctx);
  previewRoutes(routes);
  resultsRoutes(routes, ctx);
  answerRowRoutes(routes);
  dataExportRoutes(routes, ctx, exports);
  reportsRoutes(routes, ctx);
  reportPackRoutes(routes, ctx);
  wardPageRoutes(routes, ctx);
  triggerRoutes(routes, ctx);
  trialRoutes(routes, ctx);
  contactRoutes(routes);
  mailingListRoutes(routes, ctx);
  contactImportRoutes(routes, ctx);
  contactMergeRoutes(routes);
  messageRoutes(routes, ctx, receiver, routing);
  dischargeRoutes(routes, ctx, receiver, routing);
  messageTrialRoutes(routes, ctx, routing);
  visitRoutes(routes);
  patientRoutes(routes, ctx, routing);
  consentLedgerRoutes(routes, ctx);
  contactRecordRoutes(routes);
  privacyRoutes(routes, ctx);
  deliveryRetryRoutes(routes, ctx);
  deliveryRecordRoutes(routes, ctx);
  receiptRoutes(routes, ctx);
  sendingHoldRoutes(routes, ctx);
  feedbackRoutes(routes, ctx);
  feedbackRecordRoutes(routes, ctx);
  kioskRoutes(routes, ctx);
  broadcastRoutes(routes, ctx);
  deliveryCalendarRoutes(routes, ctx);
  caseRoutes(routes, ctx);
  textRoutes(routes, ctx);
  emailRoutes(routes, ctx);
  inboxRoutes(routes, ctx);
  noticeRoutes(routes);
  alarmRoutes(routes, ctx);
  dashboardRoutes(routes, ctx, live);
  await fhirRoutes(routes, ctx);
  ehrLaunchRoutes(routes, ctx, ehrs);
  if (hasApiDocs) await openApiRoutes(routes, { version, publicUrl: ctx.publicUrl });
  await scimRoutes(http, ctx, waysIn.oidc.length > 0);
  await portalPages(http, ctx);
  await staffPages(http, webDir ?? fileURLToPath(new URL('../../web/dist/', import.meta.url)), subPath);
  return { http, endpoints: routes.endpoints };
}
