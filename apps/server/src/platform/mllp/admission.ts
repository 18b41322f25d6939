import { BlockList, isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Log } from '../log.ts';
import { defineCounter } from '../metrics.ts';

/** The other side of a connection. */
export interface Peer {
  /** Network address. An IPv4 address is the same on a socket that speaks IPv6 as well. */
  address: string;
  /** The certificate of a TLS client, checked by its authority; null where none was asked for. */
  certificate: { commonName: string; fingerprint: string } | null;
}

export interface AdmissionLimits {
  /** Maximum number of connections, over all ports of this process. */
  maxConnections: number;
  /** Maximum number of connections of one network address. */
  maxPerPeer: number;
  /** Addresses and networks that may connect, such as `10.1.2.3`, `10.0.0.0/8` or `loopback`; empty: all. */
  allow: readonly string[];
}

export interface Admission {
  /** Returns false when the connection must be closed unread. One that is admitted counts until its socket closes. */
  admit(socket: Socket): boolean;
}

const refused = defineCounter({
  name: 'mllp_refused_total',
  help:
    'MLLP connections that were closed unread: the address is not in MLLP_ALLOW ("not_allowed"), it has too many ("too_many_of_peer"), ' +
    'or all together have ("too_many")',
  labels: { reason: ['not_allowed', 'too_many_of_peer', 'too_many'] },
});

/** One peer that tries again and again fills neither the log nor the memory. */
const LOG_EVERY_MS = 60_000;
const MAX_LOGGED = 1_000;

/** Decides which connections are read. All ports of a process share one, so that no peer has a limit for each port. */
export function createAdmission({ maxConnections, maxPerPeer, allow }: AdmissionLimits, log: Log): Admission {
  const allowed = allow.length > 0 ? blockListOf(allow) : null;
  const connectionsOf = new Map<string, number>();
  const loggedAt = new Map<string, number>();
  let connections = 0;

  function reasonToRefuse(peer: string): 'not_allowed' | 'too_many_of_peer' | 'too_many' | null {
    if (allowed && !allowed.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return 'not_allowed';
    if ((connectionsOf.get(peer) ?? 0) >= maxPerPeer) return 'too_many_of_peer';
    return connections >= maxConnections ? 'too_many' : null;
  }

  function logRefusal(peer: string, reason: string): void {
    const now = performance.now();
    if (now - (loggedAt.get(peer) ?? -Infinity) < LOG_EVERY_MS) return;
    if (loggedAt.size >= MAX_LOGGED) loggedAt.clear();
    loggedAt.set(peer, now);
    log.warn({ peer, reason }, 'an MLLP connection was refused; further ones of this address are logged once a minute');
  }

  return {
    admit(socket) {
      const peer = addressOf(socket);
      const reason = reasonToRefuse(peer);
      if (reason) {
        refused.inc({ reason });
        logRefusal(peer, reason);
        return false;
      }
      connections += 1;
      connectionsOf.set(peer, (connectionsOf.get(peer) ?? 0) + 1);
      socket.once('close', () => {
        connections -= 1;
        const left = (connectionsOf.get(peer) ?? 1) - 1;
        if (left > 0) connectionsOf.set(peer, left);
        else connectionsOf.delete(peer);
      });
      return true;
    },
  };
}

function addressOf(socket: Socket): string {
  const address = socket.remoteAddress ?? '';
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.replace(/%.*$/, '');
}

export function peerOf(socket: Socket | TLSSocket): Peer {
  const address = addressOf(socket);
  if (!('authorized' in socket) || !socket.authorized) return { address, certificate: null };
  const shown = socket.getPeerX509Certificate();
  if (!shown) return { address, certificate: null };
  const [commonName = ''] = [shown.toLegacyObject().subject.CN].flat();
  return { address, certificate: { commonName, fingerprint: shown.fingerprint256 } };
}

/** Returns a list that finds an address among these addresses and networks; "loopback" is this machine. */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.flatMap((text) => (text === 'loopback' ? ['127.0.0.0/8', '::1'] : [text]))) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
