/** A backup cannot be made, read or restored. The message says what to do; it has no data of people. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
