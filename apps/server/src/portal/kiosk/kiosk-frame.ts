/** How a page that many people use returns to its start page. */
export interface KioskFrame {
  /** Path of the start page. */
  start: string;
  /**
   * Seconds without a touch until the page returns to the start, or asks whether somebody is there. Undefined: the page stays.
   */
  after?: number | undefined;
  /** Seconds that somebody has to answer that question. Undefined: the page does not ask. */
  leave?: number | undefined;
  /** Seconds until the return where no script runs. Undefined: the same as `after`. */
  withoutScripts?: number | undefined;
  /** Set on the start page: the choice of larger text by the previous person is forgotten. */
  anew?: true | undefined;
}
