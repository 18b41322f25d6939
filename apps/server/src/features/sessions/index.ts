export { announceAccess, endSessions, SESSIONS_TOPIC } from './end-sessions.ts';
export {
  countPassword,
  deleteSession,
  deleteSessions,
  findSession,
  forgetWrongPasswords,
  insertSession,
  listSessions,
  recordProof,
  recordSeen,
  setLocked,
  setSessionApplication,
  setUnlocked,
  type Visitor,
} from './sessions.queries.ts';
