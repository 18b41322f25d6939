import { hostname } from 'node:os';
import { formatSyslog } from '../../../platform/syslog/syslog-message.ts';
import type { SentEntry } from './receiver.queries.ts';

/**
 * Writes an entry for another system: who by id, what, when, and its place in the chain. It has no name, address or patient, and
 * nothing of what was changed, because whoever reads the other system may see none of that (docs/decisions/0047).
 */
export const describeEntry = (entry: SentEntry): string =>
  formatSyslog({
    severity: entry.refused ? 'warning' : 'informational',
    at: entry.at,
    hostName: hostname(),
    messageId: 'audit',
    data: {
      position: entry.position,
      entry: entry.id,
      application: entry.application_id,
      user: entry.user_id,
      session: entry.session_id,
      action: entry.action,
      record_type: entry.record_type,
      record: entry.record_id,
      outcome: entry.refused ? 'refused' : 'done',
      hash: entry.hash.toString('hex'),
    },
    text: `${entry.action} ${entry.record_type}${entry.refused ? ' refused' : ''}`,
  });
