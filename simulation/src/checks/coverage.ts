import type pg from 'pg';

/** Counts what a run came across. */
export interface Coverage {
  reached(what: string): void;
  /** Counts the states and reasons of deliveries and messages in the database. */
  readDatabase(observer: pg.Pool): Promise<void>;
  count(what: string): number;
  /** In alphabetical order. */
  entries(): [what: string, times: number][];
}

export function createCoverage(): Coverage {
  const counts = new Map<string, number>();
  const add = (what: string, times: number) => void counts.set(what, (counts.get(what) ?? 0) + times);
  return {
    reached: (what) => add(what, 1),
    count: (what) => counts.get(what) ?? 0,
    entries: () => [...counts].sort(([a], [b]) => a.localeCompare(b)),
    async readDatabase(observer) {
      const { rows } = await observer.query<{ what: string; times: string }>(
        `select 'gate: ' || reason as what, count(*) as times from deliveries where reason is not null group by 1
         union all select 'delivery: ' || state, count(*) from deliveries group by 1
         union all select 'delivery: in doubt whether it left', count(*) from deliveries where outcome_unknown
         union all select 'delivery: tried again', count(*) from deliveries where attempts > 1
         union all select 'message: ' || state, count(*) from hl7_messages group by 1
         union all select 'message: a repeat was recognised', count(*) from hl7_messages where duplicate_count > 0
         union all select 'step: ' || state || coalesce(', ' || reason, ''), count(*) from pathway_occasions group by 1
         union all select 'pathway: ' || state || coalesce(', ' || end_reason, ''), count(*) from pathway_enrolments group by 1
         union all select 'merge: ' || kind, count(*) from patient_merges group by 1`,
      );
      for (const { what, times } of rows) if (Number(times) > 0) add(what, Number(times));
    },
  };
}
