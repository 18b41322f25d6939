import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { createProxyAgent, type OutgoingProxy } from '../outgoing-proxy.ts';
import type { PushGateway } from './gateway.ts';
import { adviceOn, failureCodeOf } from './failure-code.ts';

const TIMEOUT_MS = 15_000;

const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  // Three ways to embed an IPv4 address in an IPv6 address: NAT64, Teredo and 6to4.
  ['64:ff9b::', 96],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

/**
 * Returns whether the address belongs to the hospital's own network, which a push must not reach unless the operator allows it.
 */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isPrivateAddress(mapped);
  return inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const NOT_HTTPS = 'The address to push to must begin with https://.';
const IS_INSIDE = 'The address to push to is inside this network; PUSH_ALLOW_PRIVATE=1 allows it.';

/** Returns why an address is not allowed, whatever its name resolves to; null when it may be. */
export function whyNotPush(endpoint: string): string | null {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== 'https:') return NOT_HTTPS;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  return isLocal || (isIP(host) && isPrivateAddress(host)) ? IS_INSIDE : null;
}

interface PushOptions {
  /** Whether addresses inside the network may be pushed to, also by http. */
  allowPrivate: boolean;
  /** Whether http is refused there as well. */
  requireTls?: boolean;
  /** Through which pushes leave; default: none. */
  proxy?: OutgoingProxy | null;
  /** Certificate of an authority that is trusted beside those of Node.js (PEM). */
  ca?: string;
  /** Resolves names. Default: the resolver of the machine. */
  resolve?: LookupFunction;
}

/** Sends API pushes: HTTPS with a signature (Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature v1). */
export function createPushGateway({
  allowPrivate,
  requireTls = false,
  proxy = null,
  ca,
  resolve = lookup,
}: PushOptions): PushGateway {
  // The address is checked as the connection is made, so that a name cannot resolve to an allowed address for the check and to
  // another for the request.
  const lookupAllowed: LookupFunction = (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const found = Array.isArray(addresses) ? addresses : [];
      const allowed = found.filter(({ address }) => allowPrivate || !isPrivateAddress(address));
      if (error || allowed.length > 0) return callback(error, allowed, undefined);
      callback(Object.assign(new Error('private address'), { code: 'EPRIVATE' }), '', 4);
    });
  const agent = proxy
    ? createProxyAgent(proxy, { ca, lookup: lookupAllowed })
    : new Agent({ connect: { ...(ca === undefined ? {} : { ca }), lookup: lookupAllowed } });
  /**
   * Returns whether a name leads inside the network as far as this machine knows. A proxy looks it up for itself, and may be the only one
   * that can.
   */
  const leadsInside = (endpoint: string) =>
    new Promise<boolean>((answer) => {
      resolve(new URL(endpoint).hostname, { all: true }, (error, addresses) => {
        const found = error || !Array.isArray(addresses) ? [] : addresses;
        answer(found.some(({ address }) => isPrivateAddress(address)));
      });
    });
  const whyNot = (endpoint: string) => {
    if (!allowPrivate) return whyNotPush(endpoint);
    return requireTls && new URL(endpoint).protocol !== 'https:' ? NOT_HTTPS : null;
  };
  const post: PushGateway['post'] = async (
    { endpoint, body, id, at, secrets, contentType = 'application/json', headers = {} },
    { timeoutMs, answerCharacters },
  ) => {
    const reason = whyNot(endpoint);
    if (reason) return { kind: 'refused', error: reason };
    if (proxy && !allowPrivate && (await leadsInside(endpoint))) return { kind: 'refused', error: IS_INSIDE };
    const timestamp = Math.floor(at.getTime() / 1000);
    const sign = (secret: Buffer) =>
      `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    try {
      const response = await fetch(new URL(endpoint), {
        method: 'POST',
        dispatcher: agent,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...headers,
          'content-type': contentType,
          // An answer that is compressed could be much longer than what arrives of it.
          'accept-encoding': 'identity',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': secrets.map(sign).join(' '),
        },
        body,
      });
      return { kind: 'answered', status: response.status, text: await readBeginning(response, answerCharacters) };
    } catch (error) {
      const code = failureCodeOf(error);
      if (code === 'EPRIVATE') return { kind: 'refused', error: IS_INSIDE };
      return { kind: 'unreached', error: `The receiver could not be reached: ${code}.${adviceOn(code)}` };
    }
  };
  return {
    name: 'https',
    whyNot,
    post,
    async send(push) {
      const answer = await post(push, { timeoutMs: TIMEOUT_MS, answerCharacters: 0 });
      // The receiver recognises a repeated webhook-id, so it is always safe to try again.
      if (answer.kind !== 'answered')
        return { ok: false, outcome: answer.kind === 'refused' ? 'refused' : 'retry', error: answer.error };
      const { status } = answer;
      if (status >= 200 && status < 300) return { ok: true, gatewayMessageId: null };
      // 410 Gone asks for no more pushes to this address.
      return {
        ok: false,
        outcome: status === 410 ? 'refused' : 'retry',
        error: `The receiver answered ${status}.`,
      };
    },
    close: () => agent.close(),
  };
}

/** Reads no more than is needed. What had arrived when the time was over, or the connection was lost, is the answer. */
async function readBeginning({ body }: Response, characters: number): Promise<string> {
  let text = '';
  if (!body) return text;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    while (text.length < characters) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return text.slice(0, characters);
  }
  // The rest may be without end.
  await reader.cancel().catch(() => undefined);
  return text.slice(0, characters);
}
