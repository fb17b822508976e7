// NAME_FILE: a setting that is a secret may be read from a file, as containers hand them out, so that it is in no environment.
// [running.settings.files]
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Addresses of servers are secrets too: they hold passwords. */
const secretSettingNames = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SECRET',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
] as const;

export type SecretSettingName = (typeof secretSettingNames)[number];
export type SecretFileName = `${SecretSettingName}_FILE`;

export const secretFileNames = secretSettingNames.map((name): SecretFileName => `${name}_FILE`);

type Given = Partial<Record<SecretSettingName | SecretFileName, string>>;

/** Values of the settings whose NAME_FILE is given, or what is wrong with one. */
export function readSecretFiles(given: Given): Partial<Record<SecretSettingName, string>> | string {
  const values: Partial<Record<SecretSettingName, string>> = {};
  for (const name of secretSettingNames) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) return `${name} and ${name}_FILE are both set: leave one out.`;
    let text: string;
    try {
      text = readFileSync(resolve(path), 'utf8');
    } catch (error) {
      return `${name}_FILE names ${path}, which cannot be read: ${(error as Error).message}.`;
    }
    // Editors and echo end a file with a line break.
    const value = text.replace(/\r?\n$/, '');
    if (value === '') return `${name}_FILE names ${path}, which is empty.`;
    values[name] = value;
  }
  return values;
}
