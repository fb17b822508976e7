// Under which system account does the embedded database run? PostgreSQL refuses root, so root hands it to an unprivileged one.
import { chownSync, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const nobody: Account = { uid: 65534, gid: 65534 };

/** The account to drop to, or undefined when this process is not root and simply stays who it is. */
export function findDatabaseAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // A folder that exists keeps its owner: it may have been made by an ordinary user, or before this machine had a postgres account.
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findInPasswd('postgres') ?? findInPasswd('nobody') ?? nobody;
}

export function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Gives a whole folder, for one that root restored from a backup. */
export function giveTreeTo(account: Account, folder: string): void {
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTreeTo(account, path);
    else if (!lstatSync(path).isSymbolicLink()) chownSync(path, account.uid, account.gid);
  }
}

/** Whether the account can read (and enter or run) the path, by its permissions and those of every folder above it. */
export function canReach(account: Account, path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  const needed = found.isDirectory() || found.mode & 0o111 ? read | execute : read;
  return isAllowed({ account, found, needed }) && canTraverse(account, dirname(path));
}

const read = 4;
const execute = 1;

function canTraverse(account: Account, folder: string): boolean {
  if (!isAllowed({ account, found: statSync(folder), needed: execute })) return false;
  return folder === dirname(folder) || canTraverse(account, dirname(folder));
}

function isAllowed({ account, found, needed }: { account: Account; found: Stats; needed: number }): boolean {
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
  return ((found.mode >> shift) & needed) === needed;
}

function findInPasswd(name: string): Account | undefined {
  let passwd: string;
  try {
    passwd = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return undefined; // A bare container may have none; the fixed account remains.
  }
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name);
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return uid > 0 && gid >= 0 ? { uid, gid } : undefined;
}
