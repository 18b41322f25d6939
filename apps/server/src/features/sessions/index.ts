export { announceAccess, endSessions, SESSIONS_TOPIC } from './end-sessions.ts';
export {
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  listSessions,
  recordSeen,
  setLocked,
  setSessionApplication,
  setUnlocked,
  type Visitor,
} from './sessions.queries.ts';
