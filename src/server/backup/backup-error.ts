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

/** A disk that is full or closed, a store that refuses or cannot be reached, are told in one line. */
export function explainPlaceError(error: unknown, address: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const isOfPlace = /^E[A-Z]+$/.test(code ?? '') || /^The S3 store /.test(message);
  return isOfPlace ? new BackupError(`${address}: ${message}`, { cause: error }) : error;
}
