import type { TestApplication, TestServer } from '../../../apps/server/src/testing/test-server.ts';

const PERMISSIONS = [
  'admin',
  'deliveries.list',
  'feedback.create',
  'messages.send',
  'broadcasts.create',
  'broadcasts.execute',
];
/** A session is used for six hours, because sessions end within a day. */
const SIGNED_IN_MS = 6 * 3_600_000;

export type Call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => Promise<Json>;
type Json = Awaited<ReturnType<TestServer['call']>>['body'];

/** A call that was refused because of what is stored (404, 409, 422); the message says why. */
export class Refused extends Error {}

/** Returns a function that makes calls as a colleague of this organisation. */
export function staffCalls(server: TestServer, application: TestApplication): Call {
  let signedIn: { headers: { authorization: string }; at: number } | null = null;
  return async (method, url, payload) => {
    const now = server.ctx.clock().getTime();
    if (!signedIn || now - signedIn.at > SIGNED_IN_MS) {
      const user = await server.makeUser({ applications: [application], permissions: PERMISSIONS });
      signedIn = { headers: user.headers, at: now };
    }
    const { headers } = signedIn;
    const { status, body } = await server.call({ method, url, headers, ...(payload ? { payload } : {}) });
    if (status === 404 || status === 409 || status === 422) throw new Refused(JSON.stringify(body));
    if (status >= 300) throw new Error(`${method} ${url} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
}

/** Changes settings of the organisation as a superuser, who alone may say which senders belong to it. */
export async function changeSettings(server: TestServer, { id }: TestApplication, settings: object): Promise<void> {
  const { headers } = await server.makeUser({ superUser: true });
  const url = `/api/v1/applications/${id}`;
  const { status } = await server.call({ method: 'PUT', url, headers, payload: { application: settings } });
  if (status !== 200) throw new Error(`the settings could not be changed: ${status}`);
}
