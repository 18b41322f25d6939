import { isIP } from 'node:net';
import { blockListOf, type Peer } from '../../platform/mllp/admission.ts';

export type PeerRule = (peer: Peer) => boolean;

const CERTIFICATE = /^(?:CN|SHA256)=/;

/**
 * Returns the rule of a list of peers, null for an empty one. Where it has addresses, the peer's must be among them; where
 * it has certificates, the peer must have shown one of them. With both, both must fit.
 */
export function readPeerRule(allowed: readonly string[]): PeerRule | null {
  if (allowed.length === 0) return null;
  const certificates = new Set(allowed.filter((entry) => CERTIFICATE.test(entry)));
  const addresses = allowed.filter((entry) => !CERTIFICATE.test(entry));
  const networks = blockListOf(addresses);
  return ({ address, certificate }) => {
    const isListed = networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    if (addresses.length > 0 && !isListed) return false;
    if (certificates.size === 0) return true;
    return (
      certificate !== null &&
      (certificates.has(`CN=${certificate.commonName}`) || certificates.has(`SHA256=${certificate.fingerprint}`))
    );
  };
}
