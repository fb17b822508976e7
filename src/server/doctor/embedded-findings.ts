// The embedded database while no server runs: it is not started, only its folder and programs are looked at. [running.doctor.database]
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { findPackageVersion } from '../postgres/binaries.ts';
import { findNameLibrary } from '../postgres/user-name.ts';
import { type Finding, ok, problem, wordsOf } from './finding.ts';

export function embeddedFindings(dataDir: string): Finding[] {
  const check = 'database.embedded';
  let major: string;
  try {
    major = findPackageVersion().split('.')[0] as string;
  } catch (error) {
    return [
      problem(check, `${wordsOf(error)}.`, 'Install Formstead again with its optional packages, or set DATABASE_URL.'),
    ];
  }
  const dir = join(dataDir, 'postgres');
  const versionFile = join(dir, 'PG_VERSION');
  if (!existsSync(dir)) {
    if (needsName()) {
      return [
        problem(
          check,
          `The user ${process.geteuid?.()} has no name in /etc/passwd, and PostgreSQL makes a new database only for one that has.`,
          'Install libnss-wrapper (Debian), or choose a user that has a name.',
        ),
      ];
    }
    return [ok(check, `There is no database yet; the first start makes one with PostgreSQL ${major}.`)];
  }
  try {
    if (!existsSync(versionFile)) {
      return [
        problem(
          check,
          `${dir} holds no database of PostgreSQL.`,
          'Move it away, or restore a backup into another DATA_DIR.',
        ),
      ];
    }
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found !== major) {
      return [
        problem(
          check,
          `${dir} was written by PostgreSQL ${found}, but this Formstead brings ${major}.`,
          'Restore a backup (docs/operations.md "The next version of PostgreSQL"); without one, make it with the Formstead that wrote the data.',
        ),
      ];
    }
  } catch (error) {
    return [
      problem(check, `${dir} cannot be read: ${wordsOf(error)}.`, 'Run doctor as the user that owns it, or as root.'),
    ];
  }
  return [
    ok(check, `PostgreSQL ${major} in ${dir}; it does not run. With the server running, doctor looks into it as well.`),
  ];
}

function needsName(): boolean {
  if (process.platform === 'win32' || process.geteuid?.() === 0) return false;
  try {
    userInfo();
    return false;
  } catch {
    return findNameLibrary() === undefined;
  }
}
