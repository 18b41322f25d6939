// @vitest-environment jsdom
import { screen, waitFor, type Drawn } from '../testing/render.tsx';
import {
  categories,
  contacts,
  departments,
  mailingLists,
  options,
  permissions,
  roles,
  surveys,
  users,
  type Endpoint,
} from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../testing/api-server.ts';
import { categoryOf, pageOf } from '../testing/records.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import {
  contactOf,
  departmentOf,
  mailingListOf,
  optionOf,
  permissionOf,
  roleOf,
  surveyOf,
  userOf,
} from '../testing/settings-records.ts';
import { signIn } from '../testing/sign-in.ts';

const api = startApiServer();

interface RecordFormScreen {
  /** Without "/create" or "/12/edit". */
  path: string;
  /** What is typed, by the label of its field. The first field is the one that the server refuses. */
  typed: Record<string, string>;
  /** Name of the first field in the call. */
  field: string;
  wrapper: string;
  create: {
    call: Endpoint;
    submit: string;
    /** The button of the empty form, where it says something else. */
    submitEmpty?: string;
    /** A box that has to be ticked. */
    choose?: string;
    body: object;
  };
  edit: { read: Endpoint; record: object; call: Endpoint; body: object };
}

const translations = { ar: { title: '' }, es: { title: '' }, fr: { title: '' }, pl: { title: '' }, ur: { title: '' } };
const noSeat = { landing_page: '', locations: [], role_id: null };

const FORMS: readonly RecordFormScreen[] = [
  {
    path: '/categories',
    typed: { Title: 'Food' },
    field: 'title',
    wrapper: 'category',
    create: {
      call: categories.createCategory,
      submit: 'Create category',
      body: { title: 'Food', department_id: null, translations },
    },
    edit: {
      read: categories.getCategory,
      record: categoryOf(12, 'Meals', { version: 3 }),
      call: categories.updateCategory,
      body: { title: 'Food', department_id: null, translations, version: 3 },
    },
  },
  {
    path: '/departments',
    typed: { Title: 'Kitchen' },
    field: 'title',
    wrapper: 'department',
    create: { call: departments.createDepartment, submit: 'Create department', body: { title: 'Kitchen' } },
    edit: {
      read: departments.getDepartment,
      record: departmentOf(12, 'Canteen'),
      call: departments.updateDepartment,
      body: { title: 'Kitchen', version: 3 },
    },
  },
  {
    path: '/permissions',
    typed: { Name: 'reports.view' },
    field: 'name',
    wrapper: 'permission',
    create: { call: permissions.createPermission, submit: 'Create permission', body: { name: 'reports.view' } },
    edit: {
      read: permissions.getPermission,
      record: permissionOf(12, 'figures.view'),
      call: permissions.updatePermission,
      body: { name: 'reports.view', version: 3 },
    },
  },
  {
    path: '/roles',
    typed: { Name: 'Discharge lounge', 'What they do': 'Asks whoever goes home.' },
    field: 'name',
    wrapper: 'role',
    create: {
      call: roles.createRole,
      submit: 'Create role',
      choose: 'reply',
      body: {
        name: 'Discharge lounge',
        description: 'Asks whoever goes home.',
        permissions: ['texts.reply'],
        two_step_required: false,
      },
    },
    edit: {
      read: roles.getRole,
      record: roleOf(12, 'Lounge'),
      call: roles.updateRole,
      body: {
        name: 'Discharge lounge',
        description: 'Asks whoever goes home.',
        permissions: ['cases.list'],
        two_step_required: false,
        version: 3,
      },
    },
  },
  {
    path: '/contacts',
    typed: { Phone: '01 555 0100', Name: 'Robin Reed' },
    field: 'phone',
    wrapper: 'contact',
    create: {
      call: contacts.createContact,
      submit: 'Create contact',
      body: { name: 'Robin Reed', email: '', phone: '01 555 0100', language: '', external_id: '' },
    },
    edit: {
      read: contacts.getContact,
      record: contactOf(12, 'Robin', { email: 'robin@reed.example', language: 'ga' }),
      call: contacts.updateContact,
      body: {
        name: 'Robin Reed',
        email: 'robin@reed.example',
        phone: '01 555 0100',
        language: 'ga',
        external_id: '',
        version: 3,
      },
    },
  },
  {
    path: '/users',
    typed: { 'E-mail': 'robin@wardvoice.example', Name: 'Robin', Password: 'a few words to keep' },
    field: 'email',
    wrapper: 'user',
    create: {
      call: users.createUser,
      submit: 'Create user',
      submitEmpty: 'Send invitation',
      body: {
        user: { name: 'Robin', email: 'robin@wardvoice.example', phone: null, password: 'a few words to keep' },
        application_user: noSeat,
      },
    },
    edit: {
      read: users.getUser,
      record: userOf(12, 'Rob', { email: 'rob@wardvoice.example' }),
      call: users.updateUser,
      body: {
        user: { name: 'Robin', email: 'robin@wardvoice.example', phone: '', version: 3 },
        application_user: { ...noSeat, version: 8 },
      },
    },
  },
  {
    path: '/mailingList',
    typed: { Name: 'ward-4', Title: 'Ward four' },
    field: 'name',
    wrapper: 'mailing_list',
    create: {
      call: mailingLists.createMailingList,
      submit: 'Create mailing list',
      body: { name: 'ward-4', title: 'Ward four', type_of: 'static', rules: { last_days: 30 } },
    },
    edit: {
      read: mailingLists.getMailingList,
      record: mailingListOf(12, 'ward-3'),
      call: mailingLists.updateMailingList,
      body: { name: 'ward-4', title: 'Ward four', type_of: 'static', rules: { last_days: 30 }, version: 3 },
    },
  },
  {
    path: '/surveys',
    typed: { Title: 'Discharge', Introduction: 'How was it?' },
    field: 'title',
    wrapper: 'survey',
    create: {
      call: surveys.createSurvey,
      submit: 'Create survey',
      body: {
        title: 'Discharge',
        introduction: 'How was it?',
        thank_you: '',
        default_language: 'en',
        languages: [],
        active: true,
      },
    },
    edit: {
      read: surveys.getSurvey,
      record: surveyOf(12, 'Leaving', { languages: ['en', 'fr'], thank_you: 'Thank you.' }),
      call: surveys.updateSurvey,
      body: {
        title: 'Discharge',
        introduction: 'How was it?',
        thank_you: 'Thank you.',
        default_language: 'en',
        languages: ['fr'],
        active: true,
        version: 3,
      },
    },
  },
  {
    path: '/options',
    typed: { Title: 'Very good', Value: '80' },
    field: 'title',
    wrapper: 'option',
    create: {
      call: options.createOption,
      submit: 'Create option',
      body: { title: 'Very good', value: 80, escalate: false, notify: false },
    },
    edit: {
      read: options.getOption,
      record: optionOf(12, 'Good', { notify: true }),
      call: options.updateOption,
      body: { title: 'Very good', value: 80, escalate: false, notify: true, version: 3 },
    },
  },
];

/** An asterisk follows the label of a field that is needed. */
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));

async function type(user: Drawn['user'], typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    const input = await field(label);
    await user.clear(input);
    await user.click(input);
    await user.paste(text);
  }
}

const answer = (call: Endpoint, data: object) =>
  api.handle(call, (_, response) => {
    response.writeHead(call.status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
const bodyOf = (form: RecordFormScreen, fields: object) =>
  form.wrapper in fields ? fields : { [form.wrapper]: fields };

beforeEach(() => {
  signIn({ permissions: ['categories.create', 'departments.list', 'users.view', 'contacts.list', 'texts.reply'] });
  api.answer(departments.listDepartments, pageOf([]));
  api.answer(users.listWards, { data: [] });
  api.answer(roles.listRoles, pageOf([]));
  api.answer(contacts.findSameContacts, { data: [] });
  api.answer(surveys.listSurveyUses, {
    data: {
      trigger_ids: [],
      broadcast_ids: [],
      mailing_lists: [],
      kiosks: 0,
      kiosk_labels: [],
      pathways: [],
      after_cases: false,
      scheduled: 0,
      reminders: 0,
      unanswered: 0,
      open_cases: 0,
      deletion_refusal: null,
    },
  });
});

describe.each(FORMS)('the form of a new record at $path', (form) => {
  const { path, typed, create } = form;
  const [label = '', text = ''] = Object.entries(typed)[0] ?? [];

  it('sends nothing while it is empty, and says at the field what is missing', async () => {
    const { user } = await renderScreen(`${path}/create`);
    await user.click(await screen.findByRole('button', { name: create.submitEmpty ?? create.submit }));
    expect(await screen.findByRole('alert', { name: 'Some fields need another look' })).toBeDefined();
    expect(api.requestsTo(create.call)).toEqual([]);
  });

  it('shows at its field what the server refused, keeps what was typed, and is then sent once', async () => {
    api.refuse(create.call, 422, { message: 'No.', errors: { [form.field]: ['There is one like that.'] } });
    const { user, at } = await renderScreen(`${path}/create`);
    await type(user, typed);
    if (create.choose) await user.click(screen.getByLabelText(create.choose));
    const submit = screen.getByRole('button', { name: create.submit });
    await user.click(submit);
    expect(await screen.findByText(`${label}: There is one like that.`)).toBeDefined();
    for (const [name, value] of Object.entries(typed)) expect((await field(name)).value).toBe(value);
    expect((await field(label)).getAttribute('aria-invalid')).toBe('true');

    answer(create.call, { id: 12 });
    await user.dblClick(submit);
    await waitFor(() => expect(at().path).toBe(`${path}/12`));
    expect(api.requestsTo(create.call)).toHaveLength(2);
    expect(api.requestsTo(create.call)[1]?.body).toEqual(bodyOf(form, create.body));
    expect(text).not.toBe('');
  });

  it('goes back to the list on Cancel', async () => {
    const { user, at } = await renderScreen(`${path}/create`);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(at().path).toBe(`${path}/index`));
  });
});

describe.each(FORMS)('the form of a known record at $path', (form) => {
  const { path, typed, edit } = form;

  it('sends the version that it was made of, so that nobody’s change is lost', async () => {
    answer(edit.read, edit.record);
    answer(edit.call, { ...edit.record, version: 4 });
    const { user, at } = await renderScreen(`${path}/12/edit`);
    await screen.findByRole('button', { name: 'Save changes' });
    const { Password: _new, ...known } = typed;
    await type(user, known);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(at().path).toBe(`${path}/12`));
    expect(api.requestsTo(edit.call)).toHaveLength(1);
    expect(api.requestsTo(edit.call)[0]?.body).toEqual(bodyOf(form, edit.body));
  });

  it('shows the version of whoever saved first when somebody asks for it', async () => {
    answer(edit.read, edit.record);
    api.refuse(edit.call, 409, { message: 'Somebody else changed this.' });
    const { user } = await renderScreen(`${path}/12/edit`);
    await screen.findByRole('button', { name: 'Save changes' });
    const { Password: _new, ...known } = typed;
    await type(user, known);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect((await screen.findByRole('alert', { name: 'This could not be saved' })).textContent).toContain(
      'Somebody else changed this.',
    );
    answer(edit.read, { ...edit.record, [form.field]: 'theirs', version: 4 });
    await user.click(screen.getByRole('button', { name: 'Look at their version' }));
    const [label = ''] = Object.keys(typed);
    await waitFor(async () => expect((await field(label)).value).toBe('theirs'));
    expect(api.requestsTo(edit.call)).toHaveLength(1);
  });
});
