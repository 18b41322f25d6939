export { describeKeys } from './describe-keys.ts';
export { openKeyStore, type KeyStore } from './key-store.ts';
export { retireKeys, startOver } from './retire-keys.ts';
export { rotateKeys, type RotationOptions } from './rotate-keys.ts';
