// The passphrase of backups, from the file that --passphrase-file or BACKUP_PASSPHRASE_FILE names. [running.backup.encryption]
import { readFile } from 'node:fs/promises';
import type { Config } from '../base/config.ts';
import { ConfigError } from '../base/settings.ts';

const minLength = 12;

/** Editors and `echo` end a file with a line break, which is not part of the passphrase. */
export async function readPassphrase(file: string | undefined, config: Config): Promise<string | undefined> {
  const path = file ?? config.backup.passphraseFile;
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`The file with the passphrase cannot be read: ${(error as Error).message}`);
  }
  if (text.length < minLength) {
    throw new ConfigError(`The passphrase in ${path} must have at least ${minLength} characters.`);
  }
  return text;
}
