import { isThisMachine } from './platform/is-this-machine.ts';
import { flag } from './setting-kinds.ts';
import { hasProvider } from './setting-providers.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Settings that only make sense together: name one, and the others must be there. */
const TOGETHER = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['MLLP_TLS_CERT', 'MLLP_TLS_KEY'],
  ['TLS_CERT', 'TLS_KEY'],
  ['ALARM_WEBHOOK_URL', 'ALARM_WEBHOOK_SECRET'],
  ['SMTP_OAUTH_TOKEN_URL', 'SMTP_OAUTH_CLIENT_ID', 'SMTP_OAUTH_CLIENT_SECRET'],
] as const;

/** Returns a line for each setting that is missing, or that does not go with another one. */
export function missingPartners(given: Given): string[] {
  const problems = TOGETHER.flatMap((names) => {
    const present = names.filter((name) => given[name]);
    if (present.length === 0) return [];
    const missing = names.filter((name) => !given[name]);
    return missing.map(
      (name) => `${name} is missing: it goes with ${present.join(' and ')}; set all of them, or none.`,
    );
  });
  if (given['MLLP_TLS_CA'] && !given['MLLP_TLS_CERT']) {
    problems.push('MLLP_TLS_CERT is missing: it goes with MLLP_TLS_CA; set certificate and key as well, or none.');
  }
  if (given['SMS_FORMAT'] && !/^https?:/i.test(given['SMS_URL'] ?? '')) {
    problems.push('SMS_FORMAT goes with an SMS_URL that begins with https://; set both, or leave it out.');
  }
  if (given['SMTP_OAUTH_TOKEN_URL'] && !userOf(given['SMTP_URL'])) {
    problems.push(
      'SMTP_URL names no mailbox to sign in to with SMTP_OAUTH_TOKEN_URL: write it like smtp://feedback%40hospital.example@smtp.office365.com:587.',
    );
  }
  if (given['SMTP_OAUTH_TOKEN_URL'] && !isTokenSafe(given['SMTP_OAUTH_TOKEN_URL'])) {
    problems.push('SMTP_OAUTH_TOKEN_URL would send the secret unencrypted: begin it with https://.');
  }
  if (given['AUDIT_SYSLOG_CA'] && !/^tls:/i.test(given['AUDIT_SYSLOG'] ?? '')) {
    problems.push('AUDIT_SYSLOG_CA goes with an AUDIT_SYSLOG that begins with tls://; set both, or leave it out.');
  }
  if (given['SECRET_KEY_BEFORE'] && !given['SECRET_KEY']) {
    problems.push('SECRET_KEY is missing: it replaces SECRET_KEY_BEFORE; set both, or none.');
  }
  if (given['DATABASE_OWNER_URL'] && !given['DATABASE_URL']) {
    problems.push('DATABASE_URL is missing: it goes with DATABASE_OWNER_URL; set both, or only DATABASE_URL.');
  }
  if (isOn(given['SINGLE_SIGN_ON_ONLY']) && !hasProvider(given)) {
    problems.push(
      `OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET are missing: without them nobody could sign in with SINGLE_SIGN_ON_ONLY; set them, or leave it out.`,
    );
  }
  if (isOn(given['SINGLE_SIGN_ON_ONLY']) && isOn(given['REGISTRATION'])) {
    problems.push(
      'REGISTRATION asks for passwords, which SINGLE_SIGN_ON_ONLY refuses: leave one of them out. Invite people instead.',
    );
  }
  return problems;
}

const userOf = (url: string | undefined): string => (url && URL.canParse(url) ? new URL(url).username : '');

/** An address that is none is told by itself. */
const isTokenSafe = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol !== 'http:' || isThisMachine(url.hostname);
};

const isOn = (value: string | undefined): boolean => flag.safeParse(value).data === true;
