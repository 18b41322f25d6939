import * as z from 'zod';
import { address } from './setting-kinds.ts';

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
}

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const MAX_NAME_CHARACTERS = 60;
const NEEDED = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const provider = z.object({
  ISSUER: address(['http:', 'https:'], 'https://login.hospital.example/realms/staff').optional(),
  CLIENT_ID: z.string().optional(),
  CLIENT_SECRET: z.string().optional(),
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
});

const prefixOf = (number: number): string => (number === 1 ? 'OIDC_' : `OIDC_${number}_`);
const PARTS = Object.keys(provider.shape);
/** The names of all these settings. */
export const PROVIDER_SETTINGS: readonly string[] = NUMBERS.flatMap((number) =>
  PARTS.map((part) => prefixOf(number) + part),
);
const neededOf = (number: number): string[] => NEEDED.map((part) => prefixOf(number) + part);

export const hasProvider = (given: Given): boolean =>
  NUMBERS.some((number) => neededOf(number).some((name) => given[name]));

/** Reads the identity providers, and returns a line for each setting that is wrong. */
export function readProviders(given: Given): { providers: IdentityProvider[]; problems: string[] } {
  const read = NUMBERS.map((number) => readProvider(given, number));
  const providers = read.flatMap((one) => one.provider ?? []);
  const problems = [...read.flatMap((one) => one.problems), ...findConfusion(providers)];
  const hasSeveral = providers.length > 1;
  return { problems, providers: hasSeveral ? providers.map((one) => ({ ...one, name: shownName(one) })) : providers };
}

function readProvider(given: Given, number: number): { provider?: IdentityProvider; problems: string[] } {
  const prefix = prefixOf(number);
  const own = Object.fromEntries(PARTS.map((part) => [part, given[prefix + part]]).filter(([, value]) => value));
  const result = provider.safeParse(own);
  const wrong = (result.error?.issues ?? []).map((issue) => {
    const part = String(issue.path[0]);
    return `${prefix}${part} "${own[part]}" ${issue.message}.`;
  });
  const needed = neededOf(number);
  const present = needed.filter((name) => given[name]);
  const other = PARTS.map((part) => prefix + part).find((name) => given[name] && !needed.includes(name));
  if (present.length === 0 && other)
    wrong.push(`${needed.join(', ')} are missing: ${other} is about that provider; set them, or leave it out.`);
  if (present.length > 0)
    for (const name of needed.filter((one) => !given[one]))
      wrong.push(`${name} is missing: it goes with ${present.join(' and ')}; set all of them, or none.`);
  if (!result.success) return { problems: wrong };
  const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ...more } = result.data;
  if (wrong.length > 0 || !issuer || !clientId || !clientSecret) return { problems: wrong };
  const { ACR_VALUES: acrValues, NAME: name = null, DOMAINS: domains = null } = more;
  return { provider: { number, name, issuer, clientId, clientSecret, acrValues, domains }, problems: [] };
}

const shownName = ({ name, issuer }: IdentityProvider): string => name ?? new URL(issuer).host;

/** What is wrong with several providers although each by itself is right. */
function findConfusion(providers: readonly IdentityProvider[]): string[] {
  return providers.flatMap((one, at) => {
    const earlier = providers.slice(0, at);
    const prefix = prefixOf(one.number);
    const same = earlier.find(({ issuer }) => new URL(issuer).href === new URL(one.issuer).href);
    const named = earlier.find((other) => shownName(other) === shownName(one));
    const problems: string[] = [];
    if (same) problems.push(`${prefix}ISSUER is that of ${prefixOf(same.number)}ISSUER: give each provider once.`);
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
