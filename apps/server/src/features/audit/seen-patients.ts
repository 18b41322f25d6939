import type { Clock } from '../../platform/clock.ts';

const ONE_VIEW_MS = 10 * 60_000;
/** Number of views that are remembered. Beyond it the oldest is forgotten, and will be written again. */
const MAX_VIEWS = 10_000;

export declare namespace SeenPatients {
  interface View {
    /** The session, or the API key. */
    caller: string;
    /** The address of the call with its filters. */
    what: string;
  }
}

export interface SeenPatients {
  /**
   * Returns whether the view must be written: it is the first of its kind in ten minutes, or shows a patient who was
   * not in it.
   */
  isNew(view: SeenPatients.View, patientIds: readonly number[]): boolean;
  remember(view: SeenPatients.View, patientIds: readonly number[]): void;
  /** Number of views that are remembered. */
  size(): number;
}

/**
 * Remembers recent views. A list on screen is fetched again with each event, and is written again only when it shows
 * another patient.
 */
export function createSeenPatients(clock: Clock): SeenPatients {
  const views = new Map<string, { since: number; patients: Set<number> }>();
  const keyOf = ({ caller, what }: SeenPatients.View) => `${caller} ${what}`;
  const current = (key: string) => {
    const view = views.get(key);
    return view && clock().getTime() - view.since < ONE_VIEW_MS ? view : undefined;
  };
  return {
    isNew(view, patientIds) {
      const known = current(keyOf(view));
      return !known || patientIds.some((id) => !known.patients.has(id));
    },
    remember(view, patientIds) {
      const key = keyOf(view);
      const now = clock().getTime();
      const known = current(key) ?? { since: now, patients: new Set<number>() };
      for (const id of patientIds) known.patients.add(id);
      views.delete(key);
      views.set(key, known);
      // The views are in the order in which they were last looked at. Those of sessions that ended are forgotten here.
      for (const [oldest, { since }] of views) {
        if (views.size <= MAX_VIEWS && now - since < ONE_VIEW_MS) break;
        views.delete(oldest);
      }
    },
    size: () => views.size,
  };
}
