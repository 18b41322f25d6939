/** A backup cannot be made, read or restored. The message says what to do; it has no data of people. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}

/** A backup is there and cannot be read: it has another key, or was changed. Another one may be readable. */
export class UnreadableBackup extends BackupProblem {}
