import type { MessageHeader } from '@wardvoice/hl7';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { listIntakeRules } from '../applications/index.ts';
import type { FindApplication, IntakeRules } from './validate-message.ts';

const FRESH_MS = 1_000;

/** Which application a message belongs to: the listener's, else by MSH-4 or MSH-3, else the only one there is. */
export interface ApplicationRouting {
  /** Looks in the table as it was at most a second ago. */
  find(fixedApplicationId: number | null): FindApplication;
  /** Reads the table again when it is old; call before judging. */
  refresh(): Promise<void>;
  /** Reads it again now. */
  reload(): Promise<void>;
}

export function createApplicationRouting(db: Database): ApplicationRouting {
  let byFacility = new Map<string, IntakeRules>();
  let byId = new Map<number, IntakeRules>();
  let readAt = 0;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const rows = await db.transaction(SYSTEM_SCOPE, listIntakeRules);
    byId = new Map(rows.map((rules) => [rules.applicationId, rules]));
    byFacility = new Map(
      rows.flatMap(({ applicationId, facilities }) =>
        facilities.map((facility) => [facility, byId.get(applicationId) as IntakeRules] as const),
      ),
    );
    readAt = Date.now();
  }
  const reload = () => (reading ??= read().finally(() => (reading = null)));

  function find(fixedApplicationId: number | null): FindApplication {
    return (header: MessageHeader | null) => {
      if (fixedApplicationId !== null) return byId.get(fixedApplicationId) ?? null;
      const mapped = header && (byFacility.get(header.sendingFacility) ?? byFacility.get(header.sendingApplication));
      if (mapped) return mapped;
      const [only] = byId.values();
      return byId.size === 1 && only ? only : null;
    };
  }

  return {
    find,
    reload,
    refresh: async () => {
      if (readAt === 0) await reload();
      // Later reads go on beside the messages, which need not wait for them.
      else if (Date.now() - readAt > FRESH_MS) reload().catch(() => undefined);
    },
  };
}
