export { countCode, deleteChallenge, insertChallenge } from './challenges.queries.ts';
export { endOpenWays, endWaysIn } from './end-ways-in.ts';
export {
  deleteIdentities,
  findIdentityOwner,
  findLinkedAt,
  insertIdentity,
  lockIssuers,
  type Identity,
} from './identities.queries.ts';
export { insertPasswordReset, usePasswordReset } from './reset-links.queries.ts';
export {
  claimReturn,
  findAttempt,
  insertAttempt,
  recordReturn,
  type SignOnAttempt,
} from './sign-on-attempts.queries.ts';
