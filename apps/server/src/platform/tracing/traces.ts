/** A piece of work that has ended, and when. It names ids and words of the program, never a person, an address or what somebody wrote. */
export interface EndedSpan {
  name: string;
  startedAt: Date;
  endedAt: Date;
  attributes: Readonly<Record<string, string | number>>;
  /** Whether the work failed. Why is in the log: texts of other systems may name somebody. */
  hasFailed?: boolean;
}

/**
 * Where spans go. All processes that work on one thing write into the same trace without having told each other: its id is made from
 * what it is about, such as `message 12`.
 */
export interface Traces {
  /** Writes the first span of a trace, and those within it. */
  begin(about: string, root: EndedSpan, within: readonly EndedSpan[]): void;
  /** Writes a further span into a trace that another process has begun, or will. */
  add(about: string, span: EndedSpan): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

export const NO_TRACES: Traces = { begin: () => undefined, add: () => undefined, close: () => Promise.resolve() };
