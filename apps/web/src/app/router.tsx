import {
  Navigate,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import {
  account,
  applications,
  audit,
  cases,
  categories,
  contacts,
  deliveries,
  departments,
  alarms,
  inbox,
  mailingLists,
  messages,
  options,
  patients,
  permissions,
  questions,
  results,
  surveys,
  texts,
  users,
  type Endpoint,
  type Schema,
} from '@wardvoice/contract';
import { fromSearch, toSearch } from '../api/address.ts';
import { searchOf, withoutStandard } from '../api/search.ts';
import { getSession } from '../api/session.ts';
import { RouteFailed } from './route-failed.tsx';
import { Shell } from './shell/shell.tsx';

/** Each screen is loaded when it is first opened. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): RouteComponent =>
  lazyRouteComponent(load, name) as RouteComponent;

/** The address of a list screen is the query of its call, without what the contract fills in by itself. */
const listScreen = <E extends Endpoint<Schema | undefined, Schema>>(endpoint: E) => ({
  validateSearch: searchOf(endpoint),
  search: { middlewares: [withoutStandard(endpoint)] },
});

const root = createRootRoute({ notFoundComponent: () => <Navigate to="/dashboard" replace /> });

/** Where to go on after signing in; `signed_on`: back from the identity provider. */
const signInSearch = (search: Record<string, unknown>): { redirect?: string; signed_on?: '1' } => ({
  ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
  ...(search['signed_on'] === '1' ? { signed_on: '1' } : {}),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: signInSearch,
  component: page(() => import('../features/account/login-page.tsx'), 'LoginPage'),
});

const realLogin = createRoute({
  getParentRoute: () => root,
  path: '/real-login',
  validateSearch: signInSearch,
  component: page(() => import('../features/account/real-login-page.tsx'), 'RealLoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: page(() => import('../features/account/register-page.tsx'), 'RegisterPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: page(() => import('../features/account/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$reset_token',
  component: page(() => import('../features/account/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (!getSession()) redirect({ to: '/login', search: { redirect: location.href }, throw: true });
  },
  component: Shell,
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: () => <Navigate to="/dashboard" replace />,
});

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  component: page(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const messagesIndex = createRoute({
  getParentRoute: () => shell,
  path: '/messages/index',
  ...listScreen(messages.listMessages),
  component: page(() => import('../features/messages/messages-pages.tsx'), 'AllMessagesPage'),
});

const messagesOfType = createRoute({
  getParentRoute: () => shell,
  path: '/messages/$type_string/index',
  ...listScreen(messages.listMessages),
  component: page(() => import('../features/messages/messages-pages.tsx'), 'MessagesOfTypePage'),
});

const messagesOfList = createRoute({
  getParentRoute: () => shell,
  path: '/messages/distribution-list/index',
  ...listScreen(messages.listMessages),
  component: page(() => import('../features/messages/messages-pages.tsx'), 'MessagesOfListPage'),
});

const messageErrors = createRoute({
  getParentRoute: () => shell,
  path: '/messages/errors',
  ...listScreen(messages.listErrors),
  component: page(() => import('../features/messages/errors-page.tsx'), 'ErrorsPage'),
});

const messageRecord = createRoute({
  getParentRoute: () => shell,
  path: '/messages/$id',
  component: page(() => import('../features/messages/message-page.tsx'), 'MessagePage'),
});

const messageCreate = createRoute({
  getParentRoute: () => shell,
  path: '/messages/messages/create',
  component: page(() => import('../features/messages/create-message-page.tsx'), 'CreateMessagePage'),
});

const dischargeCreate = createRoute({
  getParentRoute: () => shell,
  path: '/messages/messages/discharges',
  component: page(() => import('../features/messages/create-message-page.tsx'), 'CreateDischargePage'),
});

const messageEdit = createRoute({
  getParentRoute: () => shell,
  path: '/messages/messages/$id/edit',
  component: page(() => import('../features/messages/edit-message-page.tsx'), 'EditMessagePage'),
});

const messageSend = createRoute({
  getParentRoute: () => shell,
  path: '/messages/$id/send',
  component: page(() => import('../features/messages/send-message-page.tsx'), 'SendMessagePage'),
});

const dischargesIndex = createRoute({
  getParentRoute: () => shell,
  path: '/discharges/index',
  ...listScreen(messages.listDischarges),
  component: page(() => import('../features/messages/discharges-page.tsx'), 'DischargesPage'),
});

/** The same screen, where the address of every other create screen is. */
const dischargeCreateHere = createRoute({
  getParentRoute: () => shell,
  path: '/discharges/create',
  component: page(() => import('../features/messages/create-message-page.tsx'), 'CreateDischargePage'),
});

const dischargeRecord = createRoute({
  getParentRoute: () => shell,
  path: '/discharges/$id',
  component: page(() => import('../features/messages/discharge-page.tsx'), 'DischargePage'),
});

const dischargeEdit = createRoute({
  getParentRoute: () => shell,
  path: '/discharges/$id/edit',
  component: page(() => import('../features/messages/edit-message-page.tsx'), 'EditDischargePage'),
});

const messageFeedback = createRoute({
  getParentRoute: () => shell,
  path: '/messages/$id/feedback',
  component: page(() => import('../features/messages/message-feedback-page.tsx'), 'MessageFeedbackPage'),
});

const surveyBroadcasts = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/broadcast',
  // The mailing list that somebody comes from.
  validateSearch: ({ list }: Record<string, unknown>): { list?: number } =>
    Number.isInteger(list) ? { list: Number(list) } : {},
  component: page(() => import('../features/broadcasts/survey-broadcasts-page.tsx'), 'SurveyBroadcastsPage'),
});

const broadcastRecord = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/broadcast/$broadcast_id',
  component: page(() => import('../features/broadcasts/broadcast-page.tsx'), 'BroadcastPage'),
});

const visitRecord = createRoute({
  getParentRoute: () => shell,
  path: '/visits/$id',
  component: page(() => import('../features/visits/visit-page.tsx'), 'VisitPage'),
});

const deliveriesIndex = createRoute({
  getParentRoute: () => shell,
  path: '/deliveries/index',
  ...listScreen(deliveries.listDeliveries),
  component: page(() => import('../features/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
});

const patientsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/patients/index',
  ...listScreen(patients.listPatients),
  component: page(() => import('../features/patients/patients-page.tsx'), 'PatientsPage'),
});

const patientDoubts = createRoute({
  getParentRoute: () => shell,
  path: '/patients/doubts',
  ...listScreen(patients.listIdentityConflicts),
  component: page(() => import('../features/patients/doubts-page.tsx'), 'DoubtsPage'),
});

const patientRecord = createRoute({
  getParentRoute: () => shell,
  path: '/patients/$id',
  component: page(() => import('../features/patients/patient-page.tsx'), 'PatientPage'),
});

const casesIndex = createRoute({
  getParentRoute: () => shell,
  path: '/cases/index',
  ...listScreen(cases.listCases),
  component: page(() => import('../features/cases/cases-page.tsx'), 'CasesPage'),
});

const caseRecord = createRoute({
  getParentRoute: () => shell,
  path: '/cases/$id',
  component: page(() => import('../features/cases/case-page.tsx'), 'CasePage'),
});

const textsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/texts/index',
  ...listScreen(texts.listTexts),
  component: page(() => import('../features/texts/texts-page.tsx'), 'TextsPage'),
});

const textRecord = createRoute({
  getParentRoute: () => shell,
  path: '/texts/$id',
  component: page(() => import('../features/texts/text-page.tsx'), 'TextPage'),
});

const inboxIndex = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  ...listScreen(inbox.listInbox),
  component: page(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
});

const alarmsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/alarms/index',
  ...listScreen(alarms.listAlarms),
  component: page(() => import('../features/alarms/alarms-page.tsx'), 'AlarmsPage'),
});

const applicationsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/applications/index',
  ...listScreen(applications.listApplications),
  component: page(() => import('../features/applications/applications-page.tsx'), 'ApplicationsPage'),
});

const usersIndex = createRoute({
  getParentRoute: () => shell,
  path: '/users/index',
  ...listScreen(users.listUsers),
  component: page(() => import('../features/users/users-page.tsx'), 'UsersPage'),
});

const userCreate = createRoute({
  getParentRoute: () => shell,
  path: '/users/create',
  component: page(() => import('../features/users/user-create-page.tsx'), 'UserCreatePage'),
});

const userRecord = createRoute({
  getParentRoute: () => shell,
  path: '/users/$id',
  component: page(() => import('../features/users/user-page.tsx'), 'UserPage'),
});

const userEdit = createRoute({
  getParentRoute: () => shell,
  path: '/users/$id/edit',
  component: page(() => import('../features/users/user-edit-page.tsx'), 'UserEditPage'),
});

const contactsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/contacts/index',
  ...listScreen(contacts.listContacts),
  component: page(() => import('../features/contacts/contacts-page.tsx'), 'ContactsPage'),
});

const contactCreate = createRoute({
  getParentRoute: () => shell,
  path: '/contacts/create',
  component: page(() => import('../features/contacts/contact-create-page.tsx'), 'ContactCreatePage'),
});

const contactDuplicates = createRoute({
  getParentRoute: () => shell,
  path: '/contacts/duplicates',
  ...listScreen(contacts.listDuplicates),
  component: page(() => import('../features/contacts/duplicates-page.tsx'), 'DuplicatesPage'),
});

const contactRecord = createRoute({
  getParentRoute: () => shell,
  path: '/contacts/$id',
  component: page(() => import('../features/contacts/contact-page.tsx'), 'ContactPage'),
});

const contactEdit = createRoute({
  getParentRoute: () => shell,
  path: '/contacts/$id/edit',
  component: page(() => import('../features/contacts/contact-edit-page.tsx'), 'ContactEditPage'),
});

const mailingListsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/mailingList/index',
  ...listScreen(mailingLists.listMailingLists),
  component: page(() => import('../features/mailing-lists/mailing-lists-page.tsx'), 'MailingListsPage'),
});

const mailingListCreate = createRoute({
  getParentRoute: () => shell,
  path: '/mailingList/create',
  component: page(() => import('../features/mailing-lists/mailing-list-create-page.tsx'), 'MailingListCreatePage'),
});

const mailingListRecord = createRoute({
  getParentRoute: () => shell,
  path: '/mailingList/$id',
  component: page(() => import('../features/mailing-lists/mailing-list-page.tsx'), 'MailingListPage'),
});

const mailingListEdit = createRoute({
  getParentRoute: () => shell,
  path: '/mailingList/$id/edit',
  component: page(() => import('../features/mailing-lists/mailing-list-edit-page.tsx'), 'MailingListEditPage'),
});

const mailingListFeedback = createRoute({
  getParentRoute: () => shell,
  path: '/mailingList/$id/feedback',
  component: page(() => import('../features/mailing-lists/take-survey-page.tsx'), 'TakeSurveyPage'),
});

const categoriesIndex = createRoute({
  getParentRoute: () => shell,
  path: '/categories/index',
  ...listScreen(categories.listCategories),
  component: page(() => import('../features/categories/categories-page.tsx'), 'CategoriesPage'),
});

const categoryCreate = createRoute({
  getParentRoute: () => shell,
  path: '/categories/create',
  component: page(() => import('../features/categories/category-create-page.tsx'), 'CategoryCreatePage'),
});

const categoryRecord = createRoute({
  getParentRoute: () => shell,
  path: '/categories/$id',
  component: page(() => import('../features/categories/category-page.tsx'), 'CategoryPage'),
});

const categoryEdit = createRoute({
  getParentRoute: () => shell,
  path: '/categories/$id/edit',
  component: page(() => import('../features/categories/category-edit-page.tsx'), 'CategoryEditPage'),
});

const departmentsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/departments/index',
  ...listScreen(departments.listDepartments),
  component: page(() => import('../features/departments/departments-page.tsx'), 'DepartmentsPage'),
});

const departmentCreate = createRoute({
  getParentRoute: () => shell,
  path: '/departments/create',
  component: page(() => import('../features/departments/department-create-page.tsx'), 'DepartmentCreatePage'),
});

const departmentRecord = createRoute({
  getParentRoute: () => shell,
  path: '/departments/$id',
  component: page(() => import('../features/departments/department-page.tsx'), 'DepartmentPage'),
});

const departmentEdit = createRoute({
  getParentRoute: () => shell,
  path: '/departments/$id/edit',
  component: page(() => import('../features/departments/department-edit-page.tsx'), 'DepartmentEditPage'),
});

const surveysIndex = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/index',
  ...listScreen(surveys.listSurveys),
  component: page(() => import('../features/surveys/surveys-page.tsx'), 'SurveysPage'),
});

const surveyCreate = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/create',
  component: page(() => import('../features/surveys/survey-create-page.tsx'), 'SurveyCreatePage'),
});

const surveyRecord = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id',
  component: page(() => import('./screens/survey-screen.tsx'), 'SurveyScreen'),
});

const surveyEdit = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/edit',
  component: page(() => import('../features/surveys/survey-edit-page.tsx'), 'SurveyEditPage'),
});

const surveyTranslations = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/translations',
  component: page(() => import('../features/surveys/translations-page.tsx'), 'TranslationsPage'),
});

const surveyResults = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/results',
  ...listScreen(results.getResults),
  component: page(() => import('../features/results/results-page.tsx'), 'ResultsPage'),
});

const surveyQuestionsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/questions/index',
  component: page(() => import('./screens/survey-screen.tsx'), 'SurveyScreen'),
});

const surveyQuestionCreate = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/questions/create',
  component: page(() => import('../features/surveys/question-create-page.tsx'), 'QuestionCreatePage'),
});

const surveyQuestion = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/questions/$question_id',
  component: page(() => import('../features/surveys/question-page.tsx'), 'QuestionPage'),
});

const surveyQuestionEdit = createRoute({
  getParentRoute: () => shell,
  path: '/surveys/$id/questions/$question_id/edit',
  component: page(() => import('../features/surveys/question-edit-page.tsx'), 'QuestionEditPage'),
});

const questionsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/questions/index',
  ...listScreen(questions.listQuestions),
  component: page(() => import('../features/surveys/questions-page.tsx'), 'QuestionsPage'),
});

const questionCreate = createRoute({
  getParentRoute: () => shell,
  path: '/questions/create',
  component: page(() => import('../features/surveys/question-create-page.tsx'), 'QuestionCreatePage'),
});

const questionRecord = createRoute({
  getParentRoute: () => shell,
  path: '/questions/$id',
  component: page(() => import('../features/surveys/question-page.tsx'), 'QuestionPage'),
});

const questionEdit = createRoute({
  getParentRoute: () => shell,
  path: '/questions/$id/edit',
  component: page(() => import('../features/surveys/question-edit-page.tsx'), 'QuestionEditPage'),
});

const optionsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/options/index',
  ...listScreen(options.listOptions),
  component: page(() => import('../features/surveys/options-page.tsx'), 'OptionsPage'),
});

const optionCreate = createRoute({
  getParentRoute: () => shell,
  path: '/options/create',
  component: page(() => import('../features/surveys/option-create-page.tsx'), 'OptionCreatePage'),
});

const optionRecord = createRoute({
  getParentRoute: () => shell,
  path: '/options/$id',
  component: page(() => import('../features/surveys/option-page.tsx'), 'OptionPage'),
});

const optionEdit = createRoute({
  getParentRoute: () => shell,
  path: '/options/$id/edit',
  component: page(() => import('../features/surveys/option-edit-page.tsx'), 'OptionEditPage'),
});

const permissionsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/permissions/index',
  ...listScreen(permissions.listPermissions),
  component: page(() => import('../features/permissions/permissions-page.tsx'), 'PermissionsPage'),
});

const permissionCreate = createRoute({
  getParentRoute: () => shell,
  path: '/permissions/create',
  component: page(() => import('../features/permissions/permission-create-page.tsx'), 'PermissionCreatePage'),
});

const permissionRecord = createRoute({
  getParentRoute: () => shell,
  path: '/permissions/$id',
  component: page(() => import('../features/permissions/permission-page.tsx'), 'PermissionPage'),
});

const permissionEdit = createRoute({
  getParentRoute: () => shell,
  path: '/permissions/$id/edit',
  component: page(() => import('../features/permissions/permission-edit-page.tsx'), 'PermissionEditPage'),
});

const userPassword = createRoute({
  getParentRoute: () => shell,
  path: '/users/$id/reset-password',
  component: page(() => import('../features/users/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const auditIndex = createRoute({
  getParentRoute: () => shell,
  path: '/audit/index',
  ...listScreen(audit.listAudit),
  component: page(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});

const lock = createRoute({
  getParentRoute: () => shell,
  path: '/lock',
  component: page(() => import('../features/account/lock-page.tsx'), 'LockPage'),
});

const ownAccount = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: page(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const accountEmailsIndex = createRoute({
  getParentRoute: () => shell,
  path: '/account-emails/index',
  ...listScreen(account.listAccountEmails),
  component: page(() => import('../features/account/account-emails-page.tsx'), 'AccountEmailsPage'),
});

const applicationsCreate = createRoute({
  getParentRoute: () => shell,
  path: '/applications/create',
  component: page(() => import('../features/applications/create-application-page.tsx'), 'CreateApplicationPage'),
});

const applicationRecord = createRoute({
  getParentRoute: () => shell,
  path: '/applications/$id',
  component: page(() => import('./screens/application-screen.tsx'), 'ApplicationScreen'),
});

const applicationEdit = createRoute({
  getParentRoute: () => shell,
  path: '/applications/$id/edit',
  component: page(() => import('../features/applications/edit-application-page.tsx'), 'EditApplicationPage'),
});

const routeTree = root.addChildren([
  login,
  realLogin,
  register,
  forgotPassword,
  resetPassword,
  shell.addChildren([
    home,
    dashboard,
    messagesIndex,
    messagesOfType,
    messagesOfList,
    messageErrors,
    messageRecord,
    messageCreate,
    messageEdit,
    messageSend,
    dischargeCreate,
    dischargesIndex,
    dischargeCreateHere,
    dischargeRecord,
    dischargeEdit,
    messageFeedback,
    surveyBroadcasts,
    broadcastRecord,
    visitRecord,
    deliveriesIndex,
    patientsIndex,
    patientDoubts,
    patientRecord,
    textsIndex,
    textRecord,
    casesIndex,
    caseRecord,
    inboxIndex,
    alarmsIndex,
    applicationsIndex,
    usersIndex,
    userCreate,
    userRecord,
    userEdit,
    contactsIndex,
    contactCreate,
    contactDuplicates,
    contactRecord,
    contactEdit,
    mailingListsIndex,
    mailingListCreate,
    mailingListRecord,
    mailingListEdit,
    mailingListFeedback,
    categoriesIndex,
    categoryCreate,
    categoryRecord,
    categoryEdit,
    departmentsIndex,
    departmentCreate,
    departmentRecord,
    departmentEdit,
    surveysIndex,
    surveyCreate,
    surveyRecord,
    surveyEdit,
    surveyTranslations,
    surveyResults,
    surveyQuestionsIndex,
    surveyQuestionCreate,
    surveyQuestion,
    surveyQuestionEdit,
    questionsIndex,
    questionCreate,
    questionRecord,
    questionEdit,
    optionsIndex,
    optionCreate,
    optionRecord,
    optionEdit,
    permissionsIndex,
    permissionCreate,
    permissionRecord,
    permissionEdit,
    userPassword,
    auditIndex,
    accountEmailsIndex,
    ownAccount,
    lock,
    applicationsCreate,
    applicationRecord,
    applicationEdit,
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch: fromSearch,
  stringifySearch: toSearch,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteFailed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
