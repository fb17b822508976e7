// A user without a name in /etc/passwd, as containers run: PostgreSQL's server does not mind, but initdb asks for the name and gives
// up. The library nss_wrapper answers in the place of the system, from files that are made for it; the image brings it, as that of
// PostgreSQL itself does. [running.embedded.any-user]
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedDatabaseError } from './embedded-error.ts';

export interface NamedUser {
  /** To be added to the environment of the program that asks. */
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/** What initdb says, before it has done anything. */
export function lacksName(output: string): boolean {
  return output.includes('could not look up effective user ID');
}

/** `account` is the one that the program is given; undefined: that of this process. */
export function nameUser(account: Account | undefined, folder: string): NamedUser {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const gid = account?.gid ?? process.getgid?.() ?? 0;
  const library = findNameLibrary();
  if (library === undefined) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL makes a new database only for a user that has a name, and the user ${uid} has none in /etc/passwd. Install libnss-wrapper (Debian), add a line for the user to /etc/passwd, or choose a user that has one.`,
    );
  }
  const files = mkdtempSync(join(folder, 'postgres.new-user-'));
  // A program that root started for somebody else must read them as well.
  chmodSync(files, 0o755);
  const [passwd, group] = [join(files, 'passwd'), join(files, 'group')];
  writeFileSync(passwd, `formstead:x:${uid}:${gid}::/:/bin/false\n`, { mode: 0o644 });
  writeFileSync(group, `formstead:x:${gid}:\n`, { mode: 0o644 });
  return {
    environment: { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group },
    close: () => rmSync(files, { recursive: true, force: true }),
  };
}

/** Where nss_wrapper is. */
export function findNameLibrary(): string | undefined {
  const name = 'libnss_wrapper.so';
  const folders = ['/usr/lib', '/usr/lib64', '/lib', '/usr/local/lib'];
  // Debian has a folder for each kind of machine below.
  const inner = readFolders('/usr/lib').filter((folder) => folder.endsWith('-linux-gnu'));
  return [...folders, ...inner.map((folder) => join('/usr/lib', folder))]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

function readFolders(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
