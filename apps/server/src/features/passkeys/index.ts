export { addPasskey, askForNewPasskey } from './add-passkey.ts';
export { deleteChallengesOf } from './challenges.queries.ts';
export {
  countPasskeys,
  deletePasskey,
  deletePasskeysOf,
  hasPasskeys,
  listPasskeys,
  listUsable,
  lockOwner,
  renamePasskey,
  requirePasswordFirst,
} from './passkeys.queries.ts';
export { findHindrance, rpIdOf } from './relying-party.ts';
export { askForPasskey, verifyPasskey, type CheckedPasskey, type PasskeyFailure } from './verify-passkey.ts';
