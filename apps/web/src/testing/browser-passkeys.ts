import { onTestFinished, vi } from 'vitest';
import type { passkeys } from '@wardvoice/contract';

/** What the server asks a browser to sign, and to make. */
export const REQUEST: passkeys.RequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};
export const CREATION: passkeys.CreationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Wardvoice' },
  user: { id: 'aGFuZGxl', name: 'nora@wardvoice.example', displayName: 'Nora Nurse' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  excludeCredentials: [],
};

export const passkeyOf = (id: number, more: Partial<passkeys.Passkey> = {}): passkeys.Passkey => ({
  id,
  name: `Passkey ${id}`,
  synced: false,
  usable: true,
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: null,
  ...more,
});

const bytes = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text)).buffer;

/** What a browser without passkeys lacks, as jsdom does; `failure`: the name of the error that it throws. Until the test ends. */
export function giveBrowserPasskeys({ failure }: { failure?: string } = {}): void {
  const answer = async () => {
    if (failure) throw new DOMException('The words of the browser.', failure);
    return {
      id: 'cGFzc2tleQ',
      rawId: bytes('passkey'),
      type: 'public-key',
      getClientExtensionResults: () => ({}),
      response: {
        clientDataJSON: bytes('client data'),
        authenticatorData: bytes('authenticator data'),
        signature: bytes('signature'),
        userHandle: bytes('handle'),
        attestationObject: bytes('attestation'),
        getTransports: () => ['internal'],
      },
    };
  };
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: answer, get: answer } });
}
