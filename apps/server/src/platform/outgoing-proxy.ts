import type { LookupFunction } from 'node:net';
import { EnvHttpProxyAgent, Pool, setGlobalDispatcher, type Dispatcher } from 'undici';

/** The proxy through which the hospital lets programs out. */
export interface OutgoingProxy {
  /** For https://; null: the one for http://. */
  https: string | null;
  http: string | null;
  /** Hosts and domains that are reached without it, with commas between them. */
  except: string;
}

/** This machine, which no proxy reaches. */
const THIS_MACHINE = 'localhost,127.0.0.1,[::1]';

/**
 * A connection to a proxy. Where it makes no tunnel, the request has certainly not left: the error has the code PROXY_ and what the
 * proxy answered. That of undici is the same as for a request that was ended on the way.
 */
class ProxyPool extends Pool {
  override async connect(asked: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const answered = await super.connect(asked);
    if (answered.statusCode === 200) return answered;
    answered.socket.on('error', () => undefined).destroy();
    throw Object.assign(new Error('the proxy made no connection'), { code: `PROXY_${answered.statusCode}` });
  }
}

interface Connecting {
  /** Certificate of an authority that is trusted beside those of Node.js (PEM). */
  ca?: string | undefined;
  /** Resolves the names that are reached without the proxy. */
  lookup?: LookupFunction;
}

/** Returns what makes the connections, through the proxy or, where it is excepted, without. */
export function createProxyAgent(
  { https, http, except }: OutgoingProxy,
  { ca, lookup }: Connecting = {},
): EnvHttpProxyAgent {
  const tls = ca === undefined ? {} : { ca };
  return new EnvHttpProxyAgent({
    httpsProxy: https ?? '',
    httpProxy: http ?? '',
    noProxy: [THIS_MACHINE, except].join(','),
    clientFactory: (origin, options) => new ProxyPool(origin, options),
    connect: { ...tls, ...(lookup === undefined ? {} : { lookup }) },
    requestTls: tls,
  });
}

/** Lets each `fetch` of this process go through the proxy: to gateways, identity providers, record systems and stores. */
export function sendThroughProxy(proxy: OutgoingProxy | null): void {
  if (proxy) setGlobalDispatcher(createProxyAgent(proxy));
}

/** Returns the host of a proxy, without a password. */
export const nameProxy = ({ https, http }: OutgoingProxy): string => new URL(https ?? http ?? '').host;
