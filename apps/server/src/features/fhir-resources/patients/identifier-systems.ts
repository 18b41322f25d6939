import { base } from '../../fhir/index.ts';

/** Whose names of authorities they are: each application has its own. */
export interface Namespaces {
  publicUrl: string;
  applicationId: number;
}

const UNIVERSAL = /^universal:([^:]*):(.+)$/s;
const NAMESPACE = 'namespace:';

/** The types of universal ids (HL7 v2 table 0301) that have a URI of their own. */
const URNS: Readonly<Record<string, (id: string) => string>> = {
  ISO: (id) => `urn:oid:${id}`,
  UUID: (id) => `urn:uuid:${id.toLowerCase()}`,
  GUID: (id) => `urn:uuid:${id.toLowerCase()}`,
};

const namespaceUri = ({ publicUrl, applicationId }: Namespaces, name: string): string =>
  `${base(publicUrl)}/namespace/${applicationId}/${encodeURIComponent(name)}`;

/**
 * Returns the system of the numbers of an authority, by the names that the feed has for it: its OID or UUID where one was sent, else
 * its namespace as an address of this installation, because HOSP is another hospital's namespace as well.
 */
export function systemOf(names: readonly string[], of: Namespaces): string | undefined {
  const urns = names.flatMap((name) => {
    const [, type = '', id = ''] = UNIVERSAL.exec(name) ?? [];
    return URNS[type]?.(id) ?? [];
  });
  if (urns[0] !== undefined) return urns[0];
  const [first] = names.toSorted((a, b) => rank(a) - rank(b));
  return first && namespaceUri(of, first.startsWith(NAMESPACE) ? first.slice(NAMESPACE.length) : first);
}

const rank = (name: string): number => (name.startsWith(NAMESPACE) ? 0 : 1);

/** Returns the names of authorities that a system may stand for, as `systemOf` writes them. */
export function namesOf(system: string, of: Namespaces): string[] {
  const urn = /^urn:(oid|uuid):(.+)$/i.exec(system);
  if (urn) {
    const id = (urn[2] ?? '').toUpperCase();
    return (urn[1] ?? '').toLowerCase() === 'oid'
      ? [`universal:ISO:${id}`]
      : [`universal:UUID:${id}`, `universal:GUID:${id}`];
  }
  const prefix = namespaceUri(of, '');
  if (!system.startsWith(prefix)) return [];
  const name = decoded(system.slice(prefix.length));
  return name === '' ? [] : [NAMESPACE + name, name];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
