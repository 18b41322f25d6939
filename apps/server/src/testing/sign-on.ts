import { account } from '@wardvoice/contract';
import type { startIdentityProvider } from './outside/identity-provider.ts';
import type { Json, TestServer } from './test-server.ts';

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** Signs somebody on at an identity provider, as a browser does. `says` is what the provider says of them. */
export async function signOnThrough(
  server: TestServer,
  provider: Provider,
  { subject, says, acr }: { subject: string; says: Parameters<Provider['visit']>[2]; acr?: string | undefined },
): Promise<{ status: number; body: Json; asked: URL }> {
  const left = await server.call({ method: 'GET', url: account.singleSignOnStart(provider.settings.number) });
  const [cookie = ''] = String(left.headers['set-cookie']).split(';');
  const asked = new URL(String(left.headers['location']));
  const back = await provider.visit(asked.href, subject, says, acr);
  await server.call({ method: 'GET', url: back.pathname + back.search, headers: { cookie } });
  const { status, body } = await server.call({
    method: 'POST',
    url: '/api/v1/login/single-sign-on',
    headers: { cookie },
  });
  return { status, body, asked };
}
