/** Returns the code of what ended a request, such as ECONNREFUSED. An error without a code is named by its name. */
export function failureCodeOf(error: unknown): string {
  const { cause, name }: { cause?: unknown; name?: unknown } = error ?? {};
  const { code }: { code?: unknown } = cause ?? {};
  return typeof code === 'string' ? code : String(name);
}

/** The server was not found or did not take the connection; a proxy did not make one (outgoing-proxy.ts). */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|PROXY_\d+)$/;

/** Names of Node and OpenSSL for a certificate that is not believed, such as SELF_SIGNED_CERT_IN_CHAIN. */
const OF_CERTIFICATE = /CERT|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/;

/** Returns whether a request that ended so had certainly not left: before it does, there are a connection and a certificate. */
export const hadNotLeft = (code: string): boolean => NO_CONNECTION.test(code) || OF_CERTIFICATE.test(code);

/** Returns what the operator can do about such an end; empty: nothing that we know. */
export const adviceOn = (code: string): string =>
  OF_CERTIFICATE.test(code)
    ? ' Its certificate is not trusted; set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.'
    : code.startsWith('PROXY_')
      ? ` The proxy answered ${code.slice('PROXY_'.length)}; check HTTPS_PROXY, and what the proxy lets through.`
      : '';

/** Says how a request ended, and what the operator can do. The error's own words may hold a password or a code, and are not told. */
function describeFailure(error: unknown): string {
  const told = codesOf(error).at(-1) ?? failureCodeOf(error);
  return `${told}.${adviceOn(told)}`;
}

/** Asks something of a system outside. Returns why that failed; null: it did not. */
export const whyItFailed = (asked: Promise<unknown>): Promise<string | null> => asked.then(() => null, describeFailure);

/** Returns the codes of an error and of what caused it, the first cause last. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string') codes.push(one.code);
  return codes;
}

/**
 * Answers that concern our settings, which the hospital can correct, and not the message: another address, a password, a bill, or
 * what we may do (RFC 9110 §15.4 and §15.5).
 */
export const isAboutSettings = (status: number): boolean =>
  (status >= 300 && status < 400) || [401, 402, 403, 404, 405, 407].includes(status);
