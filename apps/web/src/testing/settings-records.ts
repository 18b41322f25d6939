import type {
  contacts,
  departments,
  mailingLists,
  options,
  permissions,
  roles,
  surveys,
  users,
} from '@wardvoice/contract';

export const departmentOf = (
  id: number,
  title: string,
  more: Partial<departments.DepartmentDetail> = {},
): departments.DepartmentDetail => ({
  id,
  title,
  version: 3,
  categories: [],
  escalations_count: 0,
  open_cases_count: 0,
  wards_count: 0,
  kiosks_count: 0,
  ...more,
});

export const permissionOf = (
  id: number,
  name: string,
  more: Partial<permissions.PermissionDetail> = {},
): permissions.PermissionDetail => ({
  id,
  name,
  built_in: false,
  users_count: 0,
  version: 3,
  allows: [],
  roles: [],
  holders: [],
  ...more,
});

export const roleOf = (id: number, name: string, more: Partial<roles.Role> = {}): roles.Role => ({
  id,
  name,
  description: '',
  built_in: false,
  permissions: ['cases.list'],
  two_step_required: false,
  users_count: 0,
  version: 3,
  ...more,
});

export const contactOf = (
  id: number,
  name: string,
  more: Partial<contacts.ContactDetail> = {},
): contacts.ContactDetail => ({
  id,
  name,
  email: null,
  phone: null,
  language: null,
  external_id: null,
  email_opted_out: false,
  sms_opted_out: false,
  patient_id: null,
  created_at: '2026-11-01T10:00:00.000Z',
  version: 3,
  follows_patient: false,
  lists: [],
  ...more,
});

export const userOf = (id: number, name: string, more: Partial<users.User> = {}): users.User => ({
  id,
  name,
  email: `${name.toLowerCase()}@wardvoice.example`,
  phone: null,
  phone_stopped: false,
  super_user: 0,
  deactivated_at: null,
  last_seen_at: null,
  permissions_count: 0,
  role_name: null,
  version: 3,
  application_user: { landing_page: null, locations: [], role: null, version: 8 },
  may_manage: true,
  may_place: true,
  may_not_because: null,
  single_sign_on_since: null,
  has_two_step: false,
  ...more,
});

export const mailingListOf = (
  id: number,
  name: string,
  more: Partial<mailingLists.MailingListDetail> = {},
): mailingLists.MailingListDetail => ({
  id,
  name,
  title: null,
  type_of: 'static',
  contacts_count: 0,
  refreshed_at: null,
  version: 3,
  rules: { last_days: 30 },
  unreachable_count: 0,
  refresh: null,
  ...more,
});

export const surveyOf = (
  id: number,
  title: string,
  more: Partial<surveys.SurveyDetail> = {},
): surveys.SurveyDetail => ({
  id,
  title,
  active: true,
  default_language: 'en',
  languages: ['en'],
  questions_count: 0,
  last_answered_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
  version: 3,
  introduction: '',
  thank_you: '',
  offered: false,
  completeness: [],
  sections: [],
  ...more,
});

export const optionOf = (
  id: number,
  title: string,
  more: Partial<options.OptionDetail> = {},
): options.OptionDetail => ({
  id,
  title,
  value: 100,
  escalate: false,
  notify: false,
  version: 3,
  questions_count: 0,
  translations: {},
  questions: [],
  ...more,
});
