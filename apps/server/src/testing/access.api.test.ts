import type { AddressInfo } from 'node:net';
import { API_BASE, type Endpoint } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../platform/live.ts';
import { feed, makeFullApplication, within, type FullApplication } from './builders.ts';
import { startTestServer, type TestServer, type TestUser } from './test-server.ts';

let server: TestServer;
/** With a record of every kind. */
let theirs: FullApplication;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  theirs = await makeFullApplication(server);
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

/** How to reach a record of `theirs` with each endpoint that takes an id. A new endpoint must be added here. */
const RECORDS: Record<string, (of: FullApplication) => { path: string; body?: object | string; type?: string }> = {
  'GET /applications/:id': ({ id }) => ({ path: `/applications/${id}` }),
  'PUT /applications/:id': ({ id }) => ({ path: `/applications/${id}`, body: { application: { minimum_age: 17 } } }),
  'GET /applications/:id/escalation_check': ({ id }) => ({ path: `/applications/${id}/escalation_check` }),
  'GET /applications/:id/edit': ({ id }) => ({ path: `/applications/${id}/edit` }),
  'DELETE /applications/:id': ({ id, title }) => ({ path: `/applications/${id}?confirm=${encodeURIComponent(title)}` }),
  'GET /applications/:id/surveys.json': ({ id }) => ({ path: `/applications/${id}/surveys.json?paginate=0` }),
  'GET /applications/:id/senders': ({ id }) => ({ path: `/applications/${id}/senders` }),
  'POST /applications/:id/reload_messages': ({ id }) => ({ path: `/applications/${id}/reload_messages` }),
  'GET /applications/:id/reload_messages': ({ id }) => ({ path: `/applications/${id}/reload_messages` }),
  'POST /applications/:id/triggers/preview': ({ id }) => ({
    path: `/applications/${id}/triggers/preview`,
    body: aTrigger,
  }),
  'GET /applications/:id/triggers': ({ id }) => ({ path: `/applications/${id}/triggers` }),
  'POST /applications/:id/triggers': ({ id }) => ({ path: `/applications/${id}/triggers`, body: aTrigger }),
  'PUT /applications/:id/triggers/:triggerId': ({ id, triggerId }) => ({
    path: `/applications/${id}/triggers/${triggerId}`,
    body: aTrigger,
  }),
  'DELETE /applications/:id/triggers/:triggerId': ({ id, triggerId }) => ({
    path: `/applications/${id}/triggers/${triggerId}`,
  }),
  'GET /hl7_messages/:id': ({ messageId }) => ({ path: `/hl7_messages/${messageId}` }),
  'PUT /hl7_messages/:id/reprocess': ({ messageId }) => ({ path: `/hl7_messages/${messageId}/reprocess` }),
  'PUT /hl7_messages/:id': ({ messageId }) => ({
    path: `/hl7_messages/${messageId}`,
    body: { hl7_message: { bed: '2' } },
  }),
  'POST /hl7_messages/:id/send': ({ messageId }) => ({
    path: `/hl7_messages/${messageId}/send`,
    body: { email: 'orla@example.org' },
  }),
  'GET /hl7_messages/:id/token': ({ admissionId }) => ({ path: `/hl7_messages/${admissionId}/token` }),
  'GET /hl7_messages/:id/feedback': ({ admissionId }) => ({ path: `/hl7_messages/${admissionId}/feedback` }),
  'POST /hl7_messages/:id/feedback': ({ otherMessageId, responses }) => ({
    path: `/hl7_messages/${otherMessageId}/feedback`,
    body: { feedback: { responses } },
  }),
  'GET /hl7_discharges/:id': ({ messageId }) => ({ path: `/hl7_discharges/${messageId}` }),
  'PUT /hl7_discharges/:id': ({ messageId }) => ({
    path: `/hl7_discharges/${messageId}`,
    body: { hl7_message: { bed: '3' } },
  }),
  'GET /visits/:id': ({ visitId }) => ({ path: `/visits/${visitId}` }),
  'GET /patients/:id': ({ patientId }) => ({ path: `/patients/${patientId}` }),
  'POST /patients/:id/merges': ({ patientId, twinPatientId }) => ({
    path: `/patients/${patientId}/merges`,
    body: { merge: { gone_id: twinPatientId, reason: 'The same person' } },
  }),
  'PUT /patients/:id/merges/:mergeId/undo': ({ patientId, mergeId }) => ({
    path: `/patients/${patientId}/merges/${mergeId}/undo`,
  }),
  'PUT /identity_conflicts/:id': ({ conflictId }) => ({
    path: `/identity_conflicts/${conflictId}`,
    body: { decision: 'same_person' },
  }),
  'POST /deliveries/:id/retry': ({ failedDeliveryId }) => ({ path: `/deliveries/${failedDeliveryId}/retry` }),
  'GET /cases/:id': ({ caseId }) => ({ path: `/cases/${caseId}` }),
  'PUT /cases/:id': ({ caseId }) => ({ path: `/cases/${caseId}`, body: { case: { action: 'claim' } } }),
  'GET /inbound_texts/:id': ({ textId }) => ({ path: `/inbound_texts/${textId}` }),
  'PUT /inbound_texts/:id/read': ({ textId }) => ({ path: `/inbound_texts/${textId}/read` }),
  'POST /inbound_texts/:id/reply': ({ textId }) => ({
    path: `/inbound_texts/${textId}/reply`,
    body: { text: 'We will call you today.' },
  }),
  'PUT /alarms/:id': ({ alarmId }) => ({ path: `/alarms/${alarmId}`, body: { alarm: { acknowledged: true } } }),
  'GET /permissions/:id': ({ permissionId }) => ({ path: `/permissions/${permissionId}` }),
  'PUT /permissions/:id': ({ permissionId, id }) => ({
    path: `/permissions/${permissionId}`,
    body: { permission: { name: `renamed.of-${id}` } },
  }),
  'DELETE /permissions/:id': ({ permissionId }) => ({ path: `/permissions/${permissionId}` }),
  'GET /users/:id': ({ userId }) => ({ path: `/users/${userId}` }),
  'PUT /users/:id': ({ userId }) => ({
    path: `/users/${userId}`,
    body: { user: { name: 'Renamed' }, application_user: { landing_page: '/cases/index', locations: ['ASH'] } },
  }),
  'DELETE /users/:id': ({ formerUserId }) => ({ path: `/users/${formerUserId}` }),
  'PUT /users/:id/reset-password': ({ userId }) => ({
    path: `/users/${userId}/reset-password`,
    body: { user: { password: 'quite another long one' } },
  }),
  'GET /users/:id/applications': ({ userId }) => ({ path: `/users/${userId}/applications` }),
  'POST /users/:id/applications': ({ userId, id }) => ({
    path: `/users/${userId}/applications`,
    body: { application: { id } },
  }),
  'DELETE /users/:id/applications/:applicationId': ({ leavingUserId, id }) => ({
    path: `/users/${leavingUserId}/applications/${id}`,
  }),
  'GET /users/:id/permissions': ({ userId }) => ({ path: `/users/${userId}/permissions` }),
  'POST /users/:id/permissions': ({ userId, permissionId }) => ({
    path: `/users/${userId}/permissions`,
    body: { permission: { id: permissionId } },
  }),
  'DELETE /users/:id/permissions/:permissionId': ({ userId, permissionId }) => ({
    path: `/users/${userId}/permissions/${permissionId}`,
  }),
  'GET /departments/:id': ({ departmentId }) => ({ path: `/departments/${departmentId}` }),
  'PUT /departments/:id': ({ departmentId }) => ({
    path: `/departments/${departmentId}`,
    body: { department: { title: 'Renamed' } },
  }),
  'DELETE /departments/:id': ({ departmentId }) => ({ path: `/departments/${departmentId}` }),
  'GET /departments/:id/escalations': ({ departmentId }) => ({ path: `/departments/${departmentId}/escalations` }),
  'GET /departments/:id/escalation_choices': ({ departmentId }) => ({
    path: `/departments/${departmentId}/escalation_choices`,
  }),
  'POST /departments/:id/escalations': ({ departmentId, userId, surveyId }) => ({
    path: `/departments/${departmentId}/escalations`,
    body: { department_escalation: { survey_id: surveyId, user_ids: [userId], sort_order: 2 } },
  }),
  'DELETE /departments/:id/escalations/:escalationId': ({ departmentId, escalationId }) => ({
    path: `/departments/${departmentId}/escalations/${escalationId}`,
  }),
  'GET /categories/:id': ({ categoryId }) => ({ path: `/categories/${categoryId}` }),
  'PUT /categories/:id': ({ categoryId }) => ({
    path: `/categories/${categoryId}`,
    body: { category: { title: 'Renamed' } },
  }),
  'DELETE /categories/:id': ({ categoryId }) => ({ path: `/categories/${categoryId}` }),
  'GET /contacts/:id': ({ contactId }) => ({ path: `/contacts/${contactId}` }),
  'PUT /contacts/:id': ({ contactId }) => ({ path: `/contacts/${contactId}`, body: { contact: { name: 'Renamed' } } }),
  'DELETE /contacts/:id': ({ formerContactId }) => ({ path: `/contacts/${formerContactId}` }),
  'POST /contacts/:id/merge': ({ contactId, twinContactId }) => ({
    path: `/contacts/${contactId}/merge`,
    body: { merge: { contact_id: twinContactId } },
  }),
  'GET /contacts/:id/opt_outs': ({ contactId }) => ({ path: `/contacts/${contactId}/opt_outs` }),
  'POST /contacts/:id/opt_outs': ({ contactId }) => ({
    path: `/contacts/${contactId}/opt_outs`,
    body: { opt_out: { channel: 'email', reason: 'Said so on the phone' } },
  }),
  'POST /contacts/:id/opt_outs/take_back': ({ contactId }) => ({
    path: `/contacts/${contactId}/opt_outs/take_back`,
    body: { opt_out: { channel: 'email', reason: 'Asked to be written to again' } },
  }),
  'GET /contacts/:id/history': ({ contactId }) => ({ path: `/contacts/${contactId}/history` }),
  'GET /mailing_list/:id': ({ listId }) => ({ path: `/mailing_list/${listId}` }),
  'PUT /mailing_list/:id': ({ listId }) => ({
    path: `/mailing_list/${listId}`,
    body: { mailing_list: { title: 'Renamed' } },
  }),
  'DELETE /mailing_list/:id': ({ listId }) => ({ path: `/mailing_list/${listId}` }),
  'GET /mailing_list/:id/contacts.csv': ({ listId }) => ({ path: `/mailing_list/${listId}/contacts.csv` }),
  'GET /mailing_list/:id/contacts': ({ listId }) => ({ path: `/mailing_list/${listId}/contacts` }),
  'POST /mailing_list/:id/contacts/:contactId': ({ listId, contactId }) => ({
    path: `/mailing_list/${listId}/contacts/${contactId}`,
  }),
  'DELETE /mailing_list/:id/contacts/:contactId': ({ listId, contactId }) => ({
    path: `/mailing_list/${listId}/contacts/${contactId}`,
  }),
  'POST /mailing_list/:id/refresh': ({ listId }) => ({ path: `/mailing_list/${listId}/refresh` }),
  'POST /mailing_list/:id/import': ({ emptyListId }) => ({ path: `/mailing_list/${emptyListId}/import`, ...aFile }),
  'GET /mailing_list/:id/feedback': ({ listId }) => ({ path: `/mailing_list/${listId}/feedback` }),
  'GET /mailing_list/:id/feedback/contacts': ({ listId, surveyId }) => ({
    path: `/mailing_list/${listId}/feedback/contacts?survey_id=${surveyId}`,
  }),
  'POST /mailing_list/:id/feedback': ({ listId, surveyId, contactId }) => ({
    path: `/mailing_list/${listId}/feedback`,
    body: { feedback: { survey_id: surveyId, contact_id: contactId, again: true } },
  }),
  'GET /mailing_list/:id/kiosks.csv': ({ listId }) => ({ path: `/mailing_list/${listId}/kiosks.csv` }),
  'GET /mailing_list/:id/kiosks': ({ listId }) => ({ path: `/mailing_list/${listId}/kiosks` }),
  'POST /mailing_list/:id/kiosks': ({ listId, surveyId }) => ({
    path: `/mailing_list/${listId}/kiosks`,
    body: { kiosk: { label: 'Tablet ward 5', survey_id: surveyId } },
  }),
  'DELETE /mailing_list/:id/kiosks/:kioskId': ({ listId, kioskId }) => ({
    path: `/mailing_list/${listId}/kiosks/${kioskId}`,
  }),
  'GET /mailing_list/:id/imports': ({ listId }) => ({ path: `/mailing_list/${listId}/imports` }),
  'GET /mailing_list/:id/imports/:importId': ({ listId, importId }) => ({
    path: `/mailing_list/${listId}/imports/${importId}`,
  }),
  'PUT /mailing_list/:id/imports/:importId': ({ listId, importId }) => ({
    path: `/mailing_list/${listId}/imports/${importId}`,
    body: { import: { columns: { email: 1 } } },
  }),
  'POST /mailing_list/:id/imports/:importId/start': ({ listId, importId }) => ({
    path: `/mailing_list/${listId}/imports/${importId}/start`,
    body: { import: { columns: { email: 1 } } },
  }),
  'POST /mailing_list/:id/imports/:importId/cancel': ({ listId, importId }) => ({
    path: `/mailing_list/${listId}/imports/${importId}/cancel`,
  }),
  'GET /mailing_list/:id/imports/:importId/errors.csv': ({ listId, importId }) => ({
    path: `/mailing_list/${listId}/imports/${importId}/errors.csv`,
  }),
  'GET /surveys/:id': ({ surveyId }) => ({ path: `/surveys/${surveyId}` }),
  'PUT /surveys/:id': ({ surveyId }) => ({ path: `/surveys/${surveyId}`, body: { survey: { title: 'Renamed' } } }),
  'DELETE /surveys/:id': ({ surveyId }) => ({ path: `/surveys/${surveyId}` }),
  'POST /surveys/:id/duplicate': ({ surveyId }) => ({ path: `/surveys/${surveyId}/duplicate` }),
  'GET /surveys/:id/preview': ({ surveyId }) => ({ path: `/surveys/${surveyId}/preview` }),
  'GET /surveys/:id/uses': ({ surveyId }) => ({ path: `/surveys/${surveyId}/uses` }),
  'GET /surveys/:id/results': ({ surveyId }) => ({ path: `/surveys/${surveyId}/results` }),
  'GET /surveys/:id/results.csv': ({ surveyId }) => ({ path: `/surveys/${surveyId}/results.csv` }),
  'GET /surveys/:id/comments': ({ surveyId }) => ({ path: `/surveys/${surveyId}/comments` }),
  'GET /surveys/:id/translations': ({ surveyId }) => ({ path: `/surveys/${surveyId}/translations` }),
  'PUT /surveys/:id/translations': ({ surveyId }) => ({
    path: `/surveys/${surveyId}/translations`,
    body: { translation: { language: 'ar', texts: [] } },
  }),
  'GET /surveys/:id/questions': ({ surveyId }) => ({ path: `/surveys/${surveyId}/questions` }),
  'POST /surveys/:id/questions': ({ surveyId }) => ({
    path: `/surveys/${surveyId}/questions`,
    body: { question: { title: 'Was it warm enough?', type_of: 'yes_no' } },
  }),
  'PUT /surveys/:id/questions/order': ({ surveyId, questionIds }) => ({
    path: `/surveys/${surveyId}/questions/order`,
    body: { survey: { question_ids: questionIds } },
  }),
  'DELETE /surveys/:id/questions/:questionId': ({ surveyId, questionIds }) => ({
    path: `/surveys/${surveyId}/questions/${questionIds[3]}`,
  }),
  'GET /questions/:id': ({ questionIds }) => ({ path: `/questions/${questionIds[2]}` }),
  'PUT /questions/:id': ({ questionIds }) => ({
    path: `/questions/${questionIds[2]}`,
    body: { question: { title: 'Renamed' } },
  }),
  'DELETE /questions/:id': ({ questionIds }) => ({ path: `/questions/${questionIds[2]}` }),
  'GET /questions/:id/options': ({ questionIds }) => ({ path: `/questions/${questionIds[2]}/options` }),
  'POST /questions/:id/options': ({ questionIds }) => ({
    path: `/questions/${questionIds[2]}/options`,
    body: { option: { title: 'Beyond words', value: 100 } },
  }),
  'PUT /questions/:id/options/order': ({ questionIds, optionId }) => ({
    path: `/questions/${questionIds[2]}/options/order`,
    body: { question: { option_ids: [optionId] } },
  }),
  'DELETE /questions/:id/options/:optionId': ({ questionIds, optionId }) => ({
    path: `/questions/${questionIds[2]}/options/${optionId}`,
  }),
  'GET /options/:id': ({ optionId }) => ({ path: `/options/${optionId}` }),
  'PUT /options/:id': ({ optionId }) => ({ path: `/options/${optionId}`, body: { option: { value: 99 } } }),
  'DELETE /options/:id': ({ optionId }) => ({ path: `/options/${optionId}` }),
  'GET /surveys/:id/broadcasts': ({ surveyId }) => ({ path: `/surveys/${surveyId}/broadcasts?page=1&schedule=1` }),
  'GET /surveys/:id/broadcast': ({ surveyId }) => ({ path: `/surveys/${surveyId}/broadcast` }),
  'GET /surveys/:id/broadcast/:broadcastId': (of) => ({ path: `/surveys/${of.surveyId}/broadcast/${of.broadcastId}` }),
  'GET /surveys/:id/broadcast/:broadcastId/results': (of) => ({
    path: `/surveys/${of.surveyId}/broadcast/${of.broadcastId}/results`,
  }),
  'GET /surveys/:id/broadcast/:broadcastId/audience': (of) => ({
    path: `/surveys/${of.surveyId}/broadcast/${of.broadcastId}/audience`,
  }),
  'POST /surveys/:id/broadcasts': ({ surveyId, listId }) => ({
    path: `/surveys/${surveyId}/broadcasts`,
    body: { sendable_id: listId, channel: 'sms' },
  }),
  'POST /surveys/:id/broadcasts/test': ({ surveyId }) => ({
    path: `/surveys/${surveyId}/broadcasts/test`,
    body: { channel: 'sms' },
  }),
  'POST /surveys/:id/broadcasts/:broadcastId': ({ surveyId, broadcastId, listId }) => ({
    path: `/surveys/${surveyId}/broadcasts/${broadcastId}`,
    body: { sendable_id: listId, channel: 'sms' },
  }),
  ...Object.fromEntries(
    ['execute', 'pause', 'resume', 'cancel'].map((action) => [
      `POST /surveys/:id/broadcasts/:broadcastId/${action}`,
      (of: FullApplication) => ({ path: `/surveys/${of.surveyId}/broadcasts/${of.broadcastId}/${action}` }),
    ]),
  ),
  'DELETE /surveys/:id/broadcasts/:broadcastId': ({ surveyId, broadcastId }) => ({
    path: `/surveys/${surveyId}/broadcasts/${broadcastId}`,
  }),
  'DELETE /sessions/:id': ({ sessionId }) => ({ path: `/sessions/${sessionId}` }),
  'DELETE /users/:id/two-step': ({ userId }) => ({ path: `/users/${userId}/two-step` }),
  'PUT /inbox/:id/read': ({ inboxItemId }) => ({ path: `/inbox/${inboxItemId}/read` }),
};

const aFile = {
  body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname,email\r\nUna,una@example.org\r\n--x--\r\n',
  type: 'multipart/form-data; boundary=x',
};

const aTrigger = {
  trigger: {
    trigger: 'hl7_message_processed',
    action: 'send_sms',
    config: { text: 'Visiting hours are from two to eight.' },
  },
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'application-credentials';
const isForSuperusers = ({ access }: Endpoint) => typeof access === 'object' && access.permission === 'superuser';
const guarded = () => server.endpoints.filter((endpoint) => !isOpen(endpoint));
const withPermission = () => guarded().filter(({ access }) => typeof access === 'object');
/** Needs no record: access is decided before anything is looked up. */
const anywhere = ({ path }: Endpoint) => API_BASE + path.replaceAll(/:\w+/g, '1');

/** One call to every endpoint; what each answered, by its name. */
async function callAll(endpoints: readonly Endpoint[], user: Pick<TestUser, 'headers'> | null) {
  const answers: Record<string, number> = {};
  for (const endpoint of endpoints) {
    const { status } = await server.call({
      method: endpoint.method,
      url: anywhere(endpoint),
      ...(user ? { headers: user.headers } : {}),
    });
    answers[nameOf(endpoint)] = status;
  }
  return answers;
}

const all = (endpoints: readonly Endpoint[], status: number) =>
  Object.fromEntries(endpoints.map((endpoint) => [nameOf(endpoint), status]));

const recordEndpoints = () => guarded().filter(({ params }) => params !== undefined);

function callRecord(endpoint: Endpoint, of: FullApplication, user: TestUser) {
  const record = RECORDS[nameOf(endpoint)];
  if (!record) throw new Error(`Add ${nameOf(endpoint)} to RECORDS of this test.`);
  const { path, body, type } = record(of);
  return server.call({
    method: endpoint.method,
    url: API_BASE + path,
    headers: { ...user.headers, ...(type ? { 'content-type': type } : {}) },
    ...(body ? { payload: body } : {}),
  });
}

const choose = (user: TestUser, application_id: number | null) =>
  server.call({
    method: 'PUT',
    url: '/api/v1/session/application',
    headers: user.headers,
    payload: { application_id },
  });

describe('every endpoint', () => {
  it('is in this test when it takes the id of a record', () => {
    expect(recordEndpoints().map(nameOf).sort()).toEqual(Object.keys(RECORDS).sort());
  });

  it('answers 401 to whoever is not signed in', async () => {
    expect(await callAll(guarded(), null)).toEqual(all(guarded(), 401));
    const stranger = { headers: { authorization: 'Bearer not-a-token-of-anybody-here' } };
    expect(await callAll(guarded(), stranger)).toEqual(all(guarded(), 401));
  });

  it('answers 401 to the message feed without the credentials of an application', async () => {
    const credentials = server.endpoints.filter(({ access }) => access === 'application-credentials');
    for (const endpoint of credentials) {
      for (const authorization of ['', 'Basic !!!', `Basic ${btoa(`${theirs.accessKey}:wrong`)}`]) {
        const { status } = await server.call({
          method: endpoint.method,
          url: anywhere(endpoint),
          headers: { authorization, 'content-type': 'text/plain' },
          payload: 'MSH|',
        });
        expect(status).toBe(401);
      }
    }
  });

  it('answers 423 to a locked session, which may only be looked at, unlocked or ended', async () => {
    const user = await server.makeUser({ applications: [theirs], permissions: ['admin'] });
    await server.call({ method: 'POST', url: '/api/v1/session/lock', headers: user.headers });
    const open = ['POST /logout', 'GET /session', 'POST /session/lock', 'POST /session/unlock'];
    const closed = guarded().filter((endpoint) => !open.includes(nameOf(endpoint)));
    expect(closed).toHaveLength(guarded().length - open.length);
    expect(await callAll(closed, user)).toEqual(all(closed, 423));
    const events = await server.call({ method: 'GET', url: '/api/v1/events', headers: user.headers });
    expect(events.status).toBe(423);
  });

  it('answers 403 to a session without the permission', async () => {
    const nobody = await server.makeUser({ applications: [theirs] });
    expect(await callAll(withPermission(), nobody)).toEqual(all(withPermission(), 403));
  });

  it('answers 409 where an application has to be chosen first, and never breaks without one', async () => {
    await choose(superuser, null);
    const ofOne = withPermission().filter(({ access }) => typeof access === 'object' && access.anyApplication !== true);
    expect(await callAll(ofOne, superuser)).toEqual(all(ofOne, 409));
    const unplaced = await server.makeUser({ permissions: ['admin'] });
    for (const user of [superuser, unplaced]) {
      const reads = guarded().filter(({ method }) => method === 'GET');
      const broken = Object.entries(await callAll(reads, user)).filter(([, status]) => status >= 500);
      expect(broken).toEqual([]);
    }
  });

  it("answers 404 to another application's administrator, and changes nothing", async () => {
    const other = await server.makeApplication();
    const admin = await server.makeUser({ applications: [other], permissions: ['admin'] });
    const before = await snapshot();
    const answers: Record<string, number> = {};
    for (const endpoint of recordEndpoints())
      answers[nameOf(endpoint)] = (await callRecord(endpoint, theirs, admin)).status;
    const expected = recordEndpoints().map((endpoint) => [nameOf(endpoint), isForSuperusers(endpoint) ? 403 : 404]);
    expect(answers).toEqual(Object.fromEntries(expected));
    expect(await snapshot()).toEqual(before);
  });

  it('answers 404 where there is no such record, or the id is no number', async () => {
    const admin = await server.makeUser({ applications: [theirs], permissions: ['admin'] });
    for (const id of ['999999999', 'abc', '0', '-1', '99999999999999999999', '1e3']) {
      const { status } = await server.call({
        method: 'GET',
        url: `/api/v1/hl7_messages/${id}`,
        headers: admin.headers,
      });
      expect([id, status]).toEqual([id, 404]);
    }
  });

  it("does not let a record of one application be reached through another's address", async () => {
    const other = await makeFullApplication(server);
    const admin = await server.makeUser({ applications: [other], permissions: ['admin'] });
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status } = await server.call({
        method,
        url: `/api/v1/applications/${other.id}/triggers/${theirs.triggerId}`,
        headers: admin.headers,
        ...(method === 'PUT' ? { payload: aTrigger } : {}),
      });
      expect([method, status]).toEqual([method, 404]);
    }
    // Nor can a trigger ask with a survey that is not its own application's.
    const { survey_id } = await triggerConfig(theirs);
    const { status, body } = await server.call({
      method: 'POST',
      url: `/api/v1/applications/${other.id}/triggers`,
      headers: admin.headers,
      payload: {
        trigger: {
          trigger: 'hl7_message_processed',
          action: 'send_survey_request',
          config: { survey_id, channel: 'sms' },
        },
      },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['config.survey_id']]);
  });

  it('lets a superuser who has chosen the application do all of it', async () => {
    const full = await makeFullApplication(server);
    expect((await choose(superuser, full.id)).status).toBe(200);
    const ordered = recordEndpoints().toSorted((a, b) => turn(a) - turn(b));
    const answers: Record<string, number> = {};
    // It ends the session of whoever makes it.
    const leaving = await server.makeUser({ superUser: true });
    await choose(leaving, full.id);
    for (const endpoint of ordered) {
      const user = nameOf(endpoint) === 'POST /mailing_list/:id/kiosks' ? leaving : superuser;
      answers[nameOf(endpoint)] = (await callRecord(endpoint, full, user)).status;
    }
    const expected = Object.fromEntries(ordered.map((endpoint) => [nameOf(endpoint), endpoint.status as number]));
    // An inbox is its owner's alone, and so are sessions. A survey that patients were asked with stays.
    const refused = { 'PUT /inbox/:id/read': 404, 'DELETE /sessions/:id': 404, 'DELETE /surveys/:id': 409 };
    expect(answers).toEqual({ ...expected, ...refused });
  });
});

/** What is inside a record is deleted before the record, and all that is in an application before the application. */
const turn = ({ method, path }: Endpoint) => {
  if (method !== 'DELETE') return 0;
  return path === '/applications/:id' ? 1000 : 1000 - path.split('/').length;
};

const snapshot = () =>
  within(server, theirs, async (tx) => ({
    triggers: await tx.selectFrom('triggers').selectAll().orderBy('id').execute(),
    messages: await tx.selectFrom('hl7_messages').select(['id', 'state', 'silent']).orderBy('id').execute(),
    deliveries: await tx.selectFrom('deliveries').select(['id', 'state']).orderBy('id').execute(),
    patients: await tx.selectFrom('patients').selectAll().orderBy('id').execute(),
    numbers: await tx.selectFrom('patient_identifiers').selectAll().orderBy('identifier').execute(),
    conflicts: await tx.selectFrom('identity_conflicts').selectAll().orderBy('id').execute(),
    cases: await tx.selectFrom('cases').select(['id', 'state', 'claimed_by_id']).execute(),
    texts: await tx.selectFrom('inbound_texts').select(['id', 'read_at', 'handled_at']).execute(),
    alarms: await tx.selectFrom('alarms').selectAll().orderBy('id').execute(),
    inbox: await tx.selectFrom('inbox_items').select(['id', 'read_at']).execute(),
    contacts: await tx.selectFrom('contacts').selectAll().orderBy('id').execute(),
    lists: await tx.selectFrom('mailing_lists').selectAll().orderBy('id').execute(),
    kiosks: await tx.selectFrom('kiosks').selectAll().orderBy('id').execute(),
    imports: await tx.selectFrom('contact_imports').selectAll().orderBy('id').execute(),
    members: await tx.selectFrom('mailing_list_contacts').selectAll().orderBy('contact_id').execute(),
    optOuts: await tx.selectFrom('opt_outs').selectAll().orderBy('id').execute(),
    departments: await tx.selectFrom('departments').selectAll().orderBy('id').execute(),
    escalations: await tx.selectFrom('department_escalations').selectAll().orderBy('id').execute(),
    surveys: await tx.selectFrom('surveys').selectAll().orderBy('id').execute(),
    questions: await tx.selectFrom('questions').selectAll().orderBy('id').execute(),
    options: await tx.selectFrom('options').selectAll().orderBy('id').execute(),
    broadcasts: await tx.selectFrom('broadcasts').selectAll().orderBy('id').execute(),
    categories: await tx.selectFrom('categories').selectAll().orderBy('id').execute(),
    users: await tx.selectFrom('users').selectAll().where('id', 'in', peopleOf(theirs)).orderBy('id').execute(),
    seats: await tx.selectFrom('application_users').selectAll().orderBy('user_id').execute(),
    permissions: await tx.selectFrom('user_permissions').selectAll().where('user_id', 'in', peopleOf(theirs)).execute(),
  }));

const peopleOf = ({ userId, leavingUserId, formerUserId }: FullApplication) => [userId, leavingUserId, formerUserId];

const triggerConfig = (of: FullApplication) =>
  within(server, of, async (tx) => {
    const row = await tx
      .selectFrom('triggers')
      .select('config')
      .where('id', '=', of.triggerId)
      .executeTakeFirstOrThrow();
    return row.config as { survey_id: number };
  });

describe('a nurse who may see one ward', () => {
  it('sees its messages, deliveries, visits, cases and figures, and nothing of the ward next door', async () => {
    const hospital = await makeFullApplication(server);
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: ['admin'],
      locations: ['BIRCH'],
    });
    await feed(server, hospital, { event: 'A31', patient: 'NOWARD', without: ['PV1'] });
    const get = async (path: string) =>
      (await server.call({ method: 'GET', url: API_BASE + path, headers: nurse.headers })).body;

    const messages = await get('/hl7_messages');
    expect(messages.data.map(({ location }: { location: string }) => location)).toEqual(['BIRCH']);
    expect((await get('/hl7_messages?location=ASH')).data).toEqual([]);
    expect((await get('/hl7_messages?term=FULL')).data).toEqual([]);
    const deliveries = await get('/deliveries');
    expect(deliveries.data.map(({ location }: { location: string }) => location)).toEqual(['BIRCH']);
    expect((await get('/cases')).data).toEqual([]);
    expect(await get('/inbound_texts')).toMatchObject({ data: [], unread_count: 0 });

    const { today, funnel, cases, feedback } = (await get('/dashboard')).data;
    expect(today).toEqual([
      { event: 'A01', count: 0 },
      { event: 'A02', count: 0 },
      { event: 'A03', count: 1 },
      { event: 'A04', count: 0 },
    ]);
    expect(funnel).toMatchObject({ eligible: 1, failed: 1, sent: 0, cases: 0 });
    expect(cases).toMatchObject({ open: 0 });
    expect(feedback).toMatchObject({ answers: 0, comments: [] });

    for (const path of [
      `/hl7_messages/${hospital.messageId}`,
      `/visits/${hospital.visitId}`,
      `/cases/${hospital.caseId}`,
      `/inbound_texts/${hospital.textId}`,
    ])
      expect([
        path,
        (await server.call({ method: 'GET', url: API_BASE + path, headers: nurse.headers })).status,
      ]).toEqual([path, 404]);
    const elsewhere = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['ASH'] });
    const retry = `/api/v1/deliveries/${hospital.failedDeliveryId}/retry`;
    expect((await server.call({ method: 'POST', url: retry, headers: elsewhere.headers })).status).toBe(404);
    const reprocess = `/api/v1/hl7_messages/${hospital.messageId}/reprocess`;
    expect((await server.call({ method: 'PUT', url: reprocess, headers: nurse.headers })).status).toBe(404);
  });
});

describe('live updates', () => {
  it('are told to those who are signed in, of their own application only', async () => {
    const [mine, other] = [await server.makeApplication(), await server.makeApplication()];
    const user = await server.makeUser({ applications: [mine] });
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.http.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/v1/events`;
    expect((await fetch(url)).status).toBe(401);

    const unplaced = await server.makeUser({});
    const stopListening = new AbortController();
    const listen = async (headers: TestUser['headers']) => {
      const response = await fetch(url, { headers, signal: stopListening.signal });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const heard = { text: '' };
      void (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) heard.text += decoder.decode(chunk as Uint8Array);
      })().catch(() => undefined);
      return heard;
    };
    const [heard, heardByUnplaced] = [await listen(user.headers), await listen(unplaced.headers)];

    const say = (application: number | null, topic: string) =>
      within(server, mine, (tx) => announce(tx, application, [topic]));
    await say(other.id, 'cases');
    await say(null, 'errors');
    await say(mine.id, 'messages');
    await expect.poll(() => heard.text).toContain('data: {"topics":["messages"]}');
    expect(heard.text).not.toMatch(/cases|errors/);
    expect(heardByUnplaced.text).not.toContain('data:');
    stopListening.abort();
  });
});
