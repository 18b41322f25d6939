import * as accountEmails from './account-emails.ts';
import * as accountInvitations from './account-invitations.ts';
import * as account from './account.ts';
import * as alarms from './alarms.ts';
import * as answerRows from './answer-rows.ts';
import * as answerScales from './answer-scales.ts';
import * as apiKeys from './api-keys.ts';
import * as applications from './applications.ts';
import * as audit from './audit.ts';
import * as broadcasts from './broadcasts.ts';
import * as caseCauses from './case-causes.ts';
import * as cases from './cases.ts';
import * as categories from './categories.ts';
import * as consent from './consent.ts';
import * as contactImports from './contact-imports.ts';
import * as contacts from './contacts.ts';
import * as dashboard from './dashboard.ts';
import * as dataExports from './data-exports.ts';
import * as deliveries from './deliveries.ts';
import * as deliveryCalendar from './delivery-calendar.ts';
import * as departments from './departments.ts';
import * as destinations from './destinations.ts';
import * as duty from './duty.ts';
import * as feedbackRecords from './feedback-records.ts';
import * as feedback from './feedback.ts';
import * as fhir from './fhir.ts';
import * as fhirBulk from './fhir-bulk.ts';
import * as fhirSubscriptions from './fhir-subscriptions.ts';
import * as ehrLaunch from './ehr-launch.ts';
import * as inPerson from './in-person.ts';
import * as inbox from './inbox.ts';
import * as kiosks from './kiosks.ts';
import * as mailingLists from './mailing-lists.ts';
import * as messageTexts from './message-texts.ts';
import * as messages from './messages.ts';
import * as notices from './notices.ts';
import * as options from './options.ts';
import * as outcomeScores from './outcome-scores.ts';
import * as passkeys from './passkeys.ts';
import * as pathways from './pathways.ts';
import * as patients from './patients.ts';
import * as permissions from './permissions.ts';
import * as privacy from './privacy.ts';
import * as questions from './questions.ts';
import * as registrations from './registrations.ts';
import * as reportPacks from './report-packs.ts';
import * as reports from './reports.ts';
import * as results from './results.ts';
import * as roles from './roles.ts';
import * as savedViews from './saved-views.ts';
import * as scim from './scim.ts';
import * as sections from './sections.ts';
import * as senderReports from './sender-report.ts';
import * as sendingHolds from './sending-holds.ts';
import * as staffAccounts from './staff-accounts.ts';
import * as surveys from './surveys.ts';
import * as texts from './texts.ts';
import * as triggers from './triggers.ts';
import * as users from './users.ts';
import * as visits from './visits.ts';
import * as wardDepartments from './ward-departments.ts';
import * as wardPages from './ward-pages.ts';
import * as webhooks from './webhooks.ts';

export {
  account,
  accountEmails,
  accountInvitations,
  alarms,
  answerRows,
  answerScales,
  apiKeys,
  applications,
  audit,
  broadcasts,
  caseCauses,
  cases,
  categories,
  consent,
  contactImports,
  contacts,
  dashboard,
  dataExports,
  deliveries,
  deliveryCalendar,
  departments,
  destinations,
  duty,
  feedback,
  feedbackRecords,
  fhir,
  fhirBulk,
  fhirSubscriptions,
  ehrLaunch,
  inPerson,
  inbox,
  kiosks,
  mailingLists,
  messageTexts,
  messages,
  notices,
  options,
  outcomeScores,
  passkeys,
  pathways,
  patients,
  permissions,
  privacy,
  questions,
  registrations,
  reportPacks,
  reports,
  results,
  roles,
  savedViews,
  scim,
  sections,
  senderReports,
  sendingHolds,
  staffAccounts,
  surveys,
  texts,
  triggers,
  users,
  visits,
  wardDepartments,
  wardPages,
  webhooks,
};
export * from './access.ts';
export * from './addresses.ts';
export * from './audit-rule.ts';
export * from './descriptions.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './languages.ts';
export * from './paging.ts';
export * from './passwords.ts';
export * from './plain-words.ts';
export * from './report-reading.ts';
export * from './sms.ts';
export * from './ticks.ts';
export * from './typed-title.ts';
