import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says of a person. Not every provider says whether it has verified an address, or as a boolean. */
export interface ProviderPerson {
  email?: string;
  email_verified?: boolean | string;
  xms_edov?: boolean | string | number;
  preferred_username?: string;
}

const CLIENT_ID = 'wardvoice';
const CLIENT_SECRET = 'a secret of the two of us';

/**
 * Starts a real OpenID Connect provider on this machine. It signs people in by their name, without a password. `secretsIn`: how programs
 * show their secret to it.
 */
export async function startIdentityProvider(
  callback: string,
  number = 1,
  secretsIn: ('client_secret_post' | 'client_secret_basic')[] = ['client_secret_post', 'client_secret_basic'],
) {
  const people = new Map<string, ProviderPerson>();
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'], profile: ['preferred_username'] },
    clientAuthMethods: secretsIn,
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['for tests'] },
    acrValues: ['password', 'mfa'],
  });
  let who = '';
  let how: string | undefined;
  http.on('request', (request, response) => {
    void (async () => {
      if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
      const { prompt, params, grantId } = await provider.interactionDetails(request, response);
      if (prompt.name === 'login')
        return provider.interactionFinished(request, response, {
          login: { accountId: who, ...(how === undefined ? {} : { acr: how }) },
        });
      const grant = grantId
        ? await provider.Grant.find(grantId)
        : new provider.Grant({ accountId: who, clientId: CLIENT_ID });
      grant?.addOIDCScope(String(params['scope']));
      return provider.interactionFinished(request, response, { consent: { grantId: await grant?.save() } });
    })();
  });

  return {
    settings: {
      number,
      name: null,
      issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      acrValues: [],
      domains: null,
      emailClaim: null,
    },
    /** Goes through the provider's pages as a browser would. Returns the address to which the provider sends the browser back. `acr`: how the person signs in. */
    async visit(address: string, name: string, person: ProviderPerson, acr?: string): Promise<URL> {
      people.set(name, person);
      who = name;
      how = acr;
      const cookies = new Map<string, string>();
      for (let url = new URL(address); ;) {
        if (url.origin !== issuer) return url;
        const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(key, value);
        }
        const location = answer.headers.get('location');
        if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        url = new URL(location, url);
      }
    },
    async stop() {
      http.close();
      http.closeAllConnections();
      await once(http, 'close');
    },
  };
}
