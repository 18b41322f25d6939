/** The server cannot start. The message is one line that says what to do; it is printed without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
