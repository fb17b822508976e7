// Reads a file of package-files.json. A build has copies in dist/server/pdf/files (scripts/server-build.mjs), so that the package needs
// no packages of fonts; programs that tests bundle from the sources read the packages themselves. [running.package]

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { packageRoot } from '../base/package-root.ts';

export function readPackageFile(file: string): Uint8Array {
  const copy = join(packageRoot(), 'dist/server/pdf/files', basename(file));
  return readFileSync(existsSync(copy) ? copy : createRequire(import.meta.url).resolve(file));
}
