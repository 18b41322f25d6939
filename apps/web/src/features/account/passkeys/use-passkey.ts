import { useMutation } from '@tanstack/react-query';
import type { passkeys } from '@wardvoice/contract';
import { signWithPasskey } from './browser-passkey.ts';

interface PasskeyUse<Done> {
  /** Asks the server what is to be signed. */
  begin: () => Promise<{ data: passkeys.RequestOptions }>;
  /** Sends what was signed. */
  send: (credential: passkeys.Assertion) => Promise<Done>;
  onDone: (done: Done) => void;
}

/** Shows the server that the person is there with a passkey of theirs. Failures are for the form to show. */
export const usePasskey = <Done>({ begin, send, onDone }: PasskeyUse<Done>) =>
  useMutation({
    mutationFn: async () => send(await signWithPasskey((await begin()).data)),
    meta: { failureIsShown: true },
    onSuccess: onDone,
  });
