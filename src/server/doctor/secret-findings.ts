// Files that hold secrets (NAME_FILE, the passphrase of backups, the password of the embedded database): who may read them?
// [running.doctor.storage]
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../base/config.ts';
import { secretFileNames } from '../base/config-secrets.ts';
import type { Settings } from '../base/settings.ts';
import { unlessMissing } from '../files/storage/unless-missing.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Where containers get secrets: nobody else is in there. */
const containerFolder = /^\/(?:var\/)?run\/secrets\//;

export async function secretFindings(settings: Settings, config: Config): Promise<Finding[]> {
  const check = 'secrets.files';
  if (process.platform === 'win32') return [ok(check, 'Not looked at on Windows.')];
  const named = [...secretFileNames, 'BACKUP_PASSPHRASE_FILE' as const].flatMap((name) => {
    const path = settings[name];
    return path === undefined ? [] : [{ name: name as string, path: resolve(path) }];
  });
  const embedded = {
    name: 'The password of the embedded database',
    path: join(config.dataDir, 'postgres/formstead.password'),
  };
  const findings: Finding[] = [];
  for (const { name, path } of [...named, embedded]) {
    if (containerFolder.test(path)) continue;
    // One that cannot be looked at is not open to everybody; whether it can be read is a matter of the settings.
    const mode = (await unlessMissing(stat(path)).catch(() => undefined))?.mode ?? 0;
    if ((mode & 0o007) !== 0) {
      const what = (mode & 0o002) !== 0 ? 'change' : 'read';
      findings.push(warning(check, `${name}: everybody on this machine may ${what} ${path}.`, `chmod 600 ${path}`));
    }
  }
  if (findings.length > 0) return findings;
  return [
    ok(check, named.length === 0 ? 'No setting names a file with a secret.' : 'Only their owners may read them.'),
  ];
}
