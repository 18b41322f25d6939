import type { MessageHeader } from '@wardvoice/hl7';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { getIntakeSettingsVersion, listIntakeRules } from '../applications/index.ts';
import type { FindApplication, IntakeRules } from './validate-message.ts';

/** What the way in says about whose message it is. */
export interface WayIn {
  /** Set where it belongs to one application, by credentials. */
  applicationId: number | null;
  /** Set where it came by a port that may be an application's own. */
  listenerPort?: number;
}

/**
 * Which application a message belongs to: that of the way in, else by MSH-4 or MSH-3, else the only one there is. The settings
 * are kept in memory, and the statement that stores a message stores nothing when they are no longer those of the database
 * (docs/decisions/0024): then they are reloaded, and the message is validated again.
 */
export interface ApplicationRouting {
  /** By the settings as they were read last. */
  find(way: WayIn): FindApplication;
  /** Of the settings that `find` uses; null until they were read. */
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
    settings = await db.transaction(SYSTEM_SCOPE, async (tx) => {
      // The version first: rules that are newer than it are read again, rules that are older would go unnoticed.
      const version = await getIntakeSettingsVersion(tx);
      const rules = await listIntakeRules(tx);
      return {
        version,
        byId: new Map(rules.map((one) => [one.applicationId, one])),
        byFacility: new Map(rules.flatMap((one) => one.facilities.map((facility) => [facility, one] as const))),
        byPort: new Map(rules.flatMap((one) => (one.listenerPort === null ? [] : [[one.listenerPort, one] as const]))),
      };
    });
  }

  return {
    find:
      ({ applicationId, listenerPort }) =>
      (header: MessageHeader | null) => {
        if (!settings) return null;
        const { byId, byFacility, byPort } = settings;
        if (applicationId !== null) return byId.get(applicationId) ?? null;
        if (listenerPort !== undefined) return byPort.get(listenerPort) ?? null;
        const mapped = header && (byFacility.get(header.sendingFacility) ?? byFacility.get(header.sendingApplication));
        if (mapped) return mapped;
        const [only] = byId.values();
        return byId.size === 1 && only ? only : null;
      },
    version: () => settings?.version ?? null,
    reload: () => (reading ??= read().finally(() => (reading = null))),
  };
}
