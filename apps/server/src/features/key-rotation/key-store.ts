import { readSecretKeys, secretKeyFile, writeSecretKeys } from '../../platform/keys/secret-key-file.ts';
import type { SecretKeys } from '../../platform/keys/secret-keys.ts';

/** Where the secret key is kept. */
export interface KeyStore {
  read(): Promise<SecretKeys>;
  /** null: it is a setting, which only the operator can change. */
  write: ((secretKeys: SecretKeys) => Promise<void>) | null;
}

export const openKeyStore = (settings: Parameters<typeof readSecretKeys>[0]): KeyStore => ({
  read: () => readSecretKeys(settings),
  write: settings.secretKey === null ? (secretKeys) => writeSecretKeys(secretKeyFile(settings), secretKeys) : null,
});
