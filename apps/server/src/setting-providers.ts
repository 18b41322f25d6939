import * as z from 'zod';
import { address } from './setting-kinds.ts';
import { hasNumbered, namesOfNumbered, prefixOf, readNumbered } from './setting-numbered.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** An identity provider that people sign in at. */
export interface IdentityProvider {
  /** 1 to 9, as in the names of its settings. It stays when another provider is left out, because addresses contain it. */
  number: number;
  /** How people choose it; null where it is the only one and has no name. */
  name: string | null;
  issuer: string;
  clientId: string;
  clientSecret: string;
  acrValues: string[];
  /** Whose e-mail addresses it may speak for; null: those that no other provider names. */
  domains: string[] | null;
  /** The claim whose address is believed as it is; null: `email`, where the provider says that it has verified it. */
  emailClaim: string | null;
}

const MAX_NAME_CHARACTERS = 60;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** An issuer of Microsoft that names one organisation. `common` and the like let in people of all of them. */
const ONE_ORGANISATION_OF_MICROSOFT = /^\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/v2\.0\/?$/i;
/** The organisation that stands for all private accounts. */
const PRIVATE_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad';

const isForOneOrganisation = (issuer: string): boolean => {
  if (!URL.canParse(issuer)) return true;
  const { hostname, pathname } = new URL(issuer);
  if (hostname !== 'login.microsoftonline.com') return true;
  return ONE_ORGANISATION_OF_MICROSOFT.test(pathname) && !pathname.toLowerCase().includes(PRIVATE_ACCOUNTS);
};

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const SETTINGS = {
  kind: 'OIDC',
  called: 'provider',
  needed: ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'],
  shape: z.object({
    ISSUER: address(['http:', 'https:'], 'https://login.hospital.example/realms/staff').refine(isForOneOrganisation, {
      error: 'does not name one organisation: write https://login.microsoftonline.com/TENANT-ID/v2.0',
    }),
    CLIENT_ID: z.string(),
    CLIENT_SECRET: z.string(),
    ACR_VALUES: z
      .string()
      .default('')
      .transform((text) => text.split(/\s+/).filter(Boolean)),
    NAME: z
      .string()
      .trim()
      .max(MAX_NAME_CHARACTERS, `is too long: give ${MAX_NAME_CHARACTERS} characters at most`)
      .optional(),
    DOMAINS: z
      .string()
      .transform((text) => words(text.toLowerCase()))
      .refine((domains) => domains.every((domain) => DOMAIN.test(domain)), {
        error: 'has a part that is no domain: give domains such as hospital.example,clinic.example',
      })
      .optional(),
    EMAIL_CLAIM: z
      .string()
      .regex(/^[\w.:/-]+$/, 'is not the name of one claim: give one such as email, upn or preferred_username')
      .optional(),
  }),
} as const;

/** The names of all these settings. */
export const PROVIDER_SETTINGS: readonly string[] = namesOfNumbered(SETTINGS);

export const hasProvider = (given: Given): boolean => hasNumbered(given, SETTINGS);

/** Reads the identity providers, and returns a line for each setting that is wrong. */
export function readProviders(given: Given): { providers: IdentityProvider[]; problems: string[] } {
  const { found, problems } = readNumbered(given, SETTINGS);
  const providers = found.map(
    ({
      number,
      values: { ISSUER, CLIENT_ID, CLIENT_SECRET, ACR_VALUES, NAME = null, DOMAINS = null, EMAIL_CLAIM = null },
    }) => ({
      number,
      name: NAME,
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      acrValues: ACR_VALUES,
      domains: DOMAINS,
      emailClaim: EMAIL_CLAIM,
    }),
  );
  const all = [...problems, ...findConfusion(providers)];
  const hasSeveral = providers.length > 1;
  return {
    problems: all,
    providers: hasSeveral ? providers.map((one) => ({ ...one, name: shownName(one) })) : providers,
  };
}

const shownName = ({ name, issuer }: IdentityProvider): string => name ?? new URL(issuer).host;

/** What is wrong with several providers although each by itself is right. */
function findConfusion(providers: readonly IdentityProvider[]): string[] {
  return providers.flatMap((one, at) => {
    const earlier = providers.slice(0, at);
    const prefix = prefixOf('OIDC', one.number);
    const same = earlier.find(({ issuer }) => new URL(issuer).href === new URL(one.issuer).href);
    const named = earlier.find((other) => shownName(other) === shownName(one));
    const problems: string[] = [];
    if (same)
      problems.push(`${prefix}ISSUER is that of ${prefixOf('OIDC', same.number)}ISSUER: give each provider once.`);
    else if (named)
      problems.push(`${prefix}NAME is missing, or that of another provider: people choose their sign-in by it.`);
    if (one.domains === null && at > 0)
      problems.push(
        `${prefix}DOMAINS is missing: name the e-mail domains that this provider may speak for, such as clinic.example; ` +
          'otherwise it could claim accounts of people who sign in elsewhere.',
      );
    return problems;
  });
}
