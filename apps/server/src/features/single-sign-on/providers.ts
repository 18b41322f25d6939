import type { account } from '@wardvoice/contract';
import * as oidc from 'openid-client';
import { whyItFailed } from '../../platform/gateways/failure-code.ts';
import { isThisMachine } from '../../platform/is-this-machine.ts';

/** An identity provider, as its settings describe it. */
export interface ProviderSettings extends account.ProviderChoice {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The ways of signing in there (`acr`) that are accepted, best first, as in `mfa`; empty: any. */
  acrValues: readonly string[];
  /**
   * Whose addresses it may speak for, as in `hospital.example`; null: for all that no other provider names. Somebody who is
   * linked already may have any.
   */
  domains: readonly string[] | null;
  /**
   * The claim whose address is believed as it is, because the operator says that nobody chooses their own there; null: `email`, where
   * the provider says that it has verified it.
   */
  emailClaim: string | null;
}

export interface Provider {
  readonly settings: ProviderSettings;
  /** Asks the provider how it is reached, once; again after a failure. */
  discover(): Promise<oidc.Configuration>;
}

function createProvider(settings: ProviderSettings): Provider {
  let discovered: Promise<oidc.Configuration> | null = null;
  return {
    settings,
    discover() {
      // A failed discovery is not kept, so the next sign-on asks the provider again.
      discovered ??= discover(settings).catch((error: unknown) => {
        discovered = null;
        throw error;
      });
      return discovered;
    },
  };
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const { protocol, hostname } = new URL(issuer);
  // A connection without TLS is allowed only to a provider on this machine.
  const isLocal = protocol === 'http:' && isThisMachine(hostname);
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    showSecret(clientSecret),
    isLocal ? { execute: [oidc.allowInsecureRequests] } : undefined,
  );
}

/** Asks a provider how it is reached. Returns why it does not say; null: it does. */
export const checkProvider = (settings: ProviderSettings): Promise<string | null> => whyItFailed(discover(settings));

/** Shows the secret in the body, as before, or in the header where the provider says that it takes it there only. */
const showSecret =
  (secret: string): oidc.ClientAuth =>
  (server, ...call) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_post'];
    const isInHeader = !methods.includes('client_secret_post') && methods.includes('client_secret_basic');
    const show = isInHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
    return show(server, ...call);
  };

/** All providers that are configured. */
export interface Providers {
  /** Returns the provider of this number; null: the first. */
  find(number: number | null): Provider | undefined;
  /** Whether a provider may say whose account an address is. */
  maySpeakFor(provider: ProviderSettings, email: string): boolean;
  /** Whether an issuer, as an ID token names it, is a configured provider other than this one. */
  isOther(provider: ProviderSettings, issuer: string): boolean;
}

export function createProviders(all: readonly ProviderSettings[]): Providers {
  const providers = all.map(createProvider);
  return {
    find: (number) => (number === null ? providers[0] : providers.find(({ settings }) => settings.number === number)),

    maySpeakFor({ domains }, email) {
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      return domains === null ? !all.some((other) => other.domains?.includes(domain)) : domains.includes(domain);
    },

    isOther: (provider, issuer) => all.some((other) => other !== provider && isSameIssuer(other.issuer, issuer)),
  };
}

/** A provider that is written with a slash at the end of its host is the same (as openid-client compares them). */
export const isSameIssuer = (one: string, other: string): boolean =>
  one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);
