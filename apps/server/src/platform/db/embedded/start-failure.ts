/** A start that cannot go on: its message is one line that says what to do, to be printed without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
