import type { MessageHeader } from '@wardvoice/hl7';
import { systemScope } from '../../platform/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { getIntakeSettingsVersion, listIntakeRules } from '../applications/index.ts';
import type { Peer } from '../../platform/mllp/admission.ts';
import { readPeerRule } from './is-peer-allowed.ts';
import { ELSEWHERE, type FindApplication, type IntakeRules } from './validate-message.ts';

/** What is known from the way a message came in. */
export interface WayIn {
  /** The application, where the credentials identify one. */
  applicationId: number | null;
  /** The port, where it may belong to an application. */
  listenerPort?: number;
}

/**
 * Finds the application of a message: the one of its credentials or port, else by MSH-4 or MSH-3, else the only
 * application there is. The settings are cached. The statement that stores a message stores nothing when the settings
 * in the database have changed since (docs/decisions/0024): then they are reloaded, and the message is validated again.
 */
export interface ApplicationRouting {
  /** Uses the settings that were read last. `peer`: who is at the other side of the connection, where there is one. */
  find(way: WayIn, peer?: Peer): FindApplication;
  /** The version of the settings that `find` uses; null until they were read. */
  version(): number | null;
  /** Reads the settings again now. */
  reload(): Promise<void>;
}

interface Settings {
  version: number;
  byId: Map<number, IntakeRules>;
  byFacility: Map<string, IntakeRules>;
  byPort: Map<number, IntakeRules>;
}

export function createApplicationRouting(db: Database): ApplicationRouting {
  let settings: Settings | null = null;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    settings = await db.transaction(systemScope('message order'), async (tx) => {
      // The version is read before the rules. Rules that are newer than the version are merely read again, but rules
      // that are older would stay in use.
      const version = await getIntakeSettingsVersion(tx);
      const rows = await listIntakeRules(tx);
      const rules = rows.map((row) => ({ ...row, isPeerAllowed: readPeerRule(row.allowedPeers) }));
      return {
        version,
        byId: new Map(rules.map((one) => [one.applicationId, one])),
        byFacility: new Map(rules.flatMap((one) => one.facilities.map((facility) => [facility, one] as const))),
        byPort: new Map(rules.flatMap((one) => (one.listenerPort === null ? [] : [[one.listenerPort, one] as const]))),
      };
    });
  }

  function findByWay({ applicationId, listenerPort }: WayIn, header: MessageHeader | null): IntakeRules | null {
    if (!settings) return null;
    const { byId, byFacility, byPort } = settings;
    if (applicationId !== null) return byId.get(applicationId) ?? null;
    if (listenerPort !== undefined) return byPort.get(listenerPort) ?? null;
    const mapped = header && (byFacility.get(header.sendingFacility) ?? byFacility.get(header.sendingApplication));
    if (mapped) return mapped;
    const [only] = byId.values();
    return byId.size === 1 && only ? only : null;
  }

  return {
    find: (way, peer) => (header) => {
      const rules = findByWay(way, header);
      // Whoever has the application's credentials may send from everywhere.
      if (!rules?.isPeerAllowed || way.applicationId !== null || !peer) return rules;
      return rules.isPeerAllowed(peer) ? rules : ELSEWHERE;
    },
    version: () => settings?.version ?? null,
    reload: () => (reading ??= read().finally(() => (reading = null))),
  };
}
