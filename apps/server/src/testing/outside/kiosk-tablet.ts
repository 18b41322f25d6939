import { expect } from 'vitest';
import { FEEDBACK_TOKEN_PURPOSE } from '../../features/deliveries/index.ts';
import { insertMailingList } from '../../features/mailing-lists/index.ts';
import { derivedToken } from '../../platform/secrets.ts';
import { makeAskingHospital, type AskingHospital, type Reply } from '../asked-patients.ts';
import { within } from '../builders.ts';
import type { TestServer, TestUser } from '../test-server.ts';

export interface KioskHospital extends AskingHospital {
  listId: number;
  /** A user who may start a kiosk. */
  starter: TestUser;
  /** A user who is told of bad answers. */
  nurse: TestUser;
}

const NO_RULES = JSON.parse('{"last_days":30}') as never;

export async function makeKioskHospital(server: TestServer): Promise<KioskHospital> {
  const application = await server.makeApplication({ country: 'GB' });
  const nurse = await server.makeUser({ applications: [application] });
  const hospital = await makeAskingHospital(server, { levels: [[nurse]] }, application);
  const listId = await within(server, application, (tx) =>
    insertMailingList(tx, application.id, { name: 'ward four', title: null, type_of: 'static', rules: NO_RULES }),
  );
  const starter = await server.makeUser({ applications: [application], permissions: ['feedback.create'] });
  return { ...hospital, listId, starter, nurse };
}

/** A browser that keeps the cookies of its kiosk. */
export interface Tablet {
  id: number;
  path: string;
  cookies: Map<string, string>;
  get(path?: string): ReturnType<TestServer['call']>;
  send(fields: [string, string][], query?: string): ReturnType<TestServer['call']>;
  /** Goes from the start page to the empty form. Returns the form's once-only token. */
  begin(query?: string): Promise<string>;
}

export function startKiosk(
  server: TestServer,
  hospital: KioskHospital,
  kiosk: Record<string, unknown> = {},
  user: TestUser = hospital.starter,
  headers: { cookie?: string } = {},
) {
  return server.call({
    method: 'POST',
    url: `/api/v1/mailing_list/${hospital.listId}/kiosks`,
    headers: { ...user.headers, ...headers },
    payload: { kiosk: { label: 'Tablet ward 4', survey_id: hospital.surveyId, ...kiosk } },
  });
}

export async function makeTablet(
  server: TestServer,
  hospital: KioskHospital,
  kiosk: Record<string, unknown> = {},
): Promise<Tablet> {
  const user = await server.makeUser({ applications: [hospital.application], permissions: ['feedback.create'] });
  const started = await startKiosk(server, hospital, kiosk, user);
  expect(started.status).toBe(201);
  return tabletOf(server, started.body.data.id as number, started.headers);
}

export function tabletOf(server: TestServer, id: number, headers: Record<string, unknown> = {}): Tablet {
  const cookies = new Map<string, string>();
  const path = `/kiosk/${id}`;
  const keep = (given: Record<string, unknown>) => {
    for (const cookie of [given['set-cookie'] ?? []].flat().map(String)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value && !cookie.includes('Max-Age=0')) cookies.set(name, value);
      else cookies.delete(name);
    }
  };
  keep(headers);
  const call = async (options: Parameters<TestServer['call']>[0]) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await server.call({ ...options, headers: { ...options.headers, ...(cookie ? { cookie } : {}) } });
    keep(answer.headers);
    return answer;
  };
  const tablet: Tablet = {
    id,
    path,
    cookies,
    get: (at = path) => call({ method: 'GET', url: at }),
    send: (fields, query = '?lang=en') =>
      call({
        method: 'POST',
        url: `${path}/survey${query}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    async begin(query = '?lang=en') {
      await tablet.get();
      const { body } = await tablet.get(`${path}/survey${query}`);
      return /name="form" value="([^"]+)"/.exec(body as string)?.[1] ?? '';
    },
  };
  return tablet;
}

/** Returns the fields of a form that somebody has filled in. */
export const filledIn = (hospital: AskingHospital, form: string, reply: Reply): [string, string][] => [
  ['form', form],
  ...hospital
    .responses(reply)
    .flatMap(({ question_id, option_ids = [], text }): [string, string][] =>
      text ? [[`question_${question_id}`, text]] : option_ids.map((id) => [`question_${question_id}`, String(id)]),
    ),
];

export const tokenOf = (server: TestServer, publicId: string): string =>
  derivedToken(server.ctx.keys, FEEDBACK_TOKEN_PURPOSE, publicId);
