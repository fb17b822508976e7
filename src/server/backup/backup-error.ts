// What went wrong with a backup, in one line that says which part and what to do.

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The backup itself is not what it was when it was made. */
export class DamagedBackupError extends BackupError {
  constructor(
    readonly part: string,
    problem: string,
  ) {
    super(`${part} ${problem}.`);
  }
}
