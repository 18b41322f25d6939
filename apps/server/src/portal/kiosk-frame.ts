/** How a page that many people use finds back to its start. */
export interface KioskFrame {
  /** Path of the page that it goes back to. */
  start: string;
  /** Seconds without a touch until it goes there, or asks whether somebody is there. Undefined: it stays. */
  after?: number | undefined;
  /** Seconds to answer that; undefined: it does not ask. */
  leave?: number | undefined;
  /** Seconds where no script runs, if not the same. */
  withoutScripts?: number | undefined;
  /** What the person before chose for reading is forgotten here. */
  anew?: true | undefined;
}
