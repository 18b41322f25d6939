import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/**
 * Returns the challenge that the browser says it has had signed; null when what it sent cannot be read, or when the page
 * was in a frame of another site.
 */
export function readChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null;
  } catch {
    return null;
  }
}
