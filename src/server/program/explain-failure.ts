// Explains to the operator why a process cannot go on.
import { BackupError } from '../backup/backup-error.ts';
import { ServiceError } from '../base/errors.ts';
import { ConfigError } from '../base/settings.ts';
import { EmbeddedDatabaseError } from '../postgres/embedded-error.ts';
import { DatabaseConnectionError } from '../store/connection/connect-database.ts';

/** A failure that the operator can mend is one sentence; any other comes with its stack. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isKnown =
    error instanceof ConfigError ||
    error instanceof BackupError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof DatabaseConnectionError ||
    error instanceof ServiceError;
  return isKnown ? error.message : (error.stack ?? error.message);
}
