// What a backup finds in its place before it begins: copies of manifests and headers are written again where one of two is missing or
// damaged, and whatever else is wrong is reported. [running.backup.damage]
import { DamagedBackupError } from './backup-error.ts';
import { contentCheckName, findCheck, writeCheck } from './checks.ts';
import { type FoundBackups, futureDated, isFutureDated, sequenceOf, warnOfUnnumbered } from './find-backups.ts';
import {
  folderOf,
  type Header,
  headerCopyName,
  headerName,
  type Manifest,
  manifestNames,
  readHeader,
  readManifestAt,
  type Warn,
  writeHeader,
  writeManifest,
} from './manifest.ts';
import type { BackupKey } from './seal.ts';
import type { BackupSource, BackupTarget } from './vault.ts';

const maxShownNames = 3;

interface Place {
  readonly target: BackupTarget;
  readonly key: BackupKey | undefined;
  readonly header: Header;
}

export async function mendPlace(
  place: Place,
  { found, now, warn }: { readonly found: FoundBackups; readonly now: number; readonly warn: Warn },
): Promise<void> {
  for (const id of found.lost) {
    warn(
      `Backup ${id} has lost its manifest and cannot be restored; its parts are still there. Delete ${folderOf(id)} if you do not need them.`,
    );
  }
  warnOfUnnumbered(found).forEach(warn);
  for (const id of found.finished) {
    const manifest = await mendManifest(id, place, warn);
    await mendHeader(id, place, warn);
    if (manifest !== undefined) {
      if (isFutureDated(manifest, now)) warn(futureDated(manifest));
      const missing = partsOf(manifest).filter(({ name }) => !found.parts.get(id)?.has(name));
      if (missing.length > 0) warn(`Backup ${id} lacks ${shown(missing.map(({ name }) => name))}.`);
    }
    await reviewCheck(id, place.target, warn);
  }
}

export function partsOf({ tables, files, erasures }: Manifest) {
  return [...tables.flatMap(({ parts }) => parts), ...files.parts, ...erasures.parts];
}

/** Warns of problems that `verify` found and that are still there; those of parts that this backup writes again are removed from its notes. */
async function reviewCheck(id: string, target: BackupTarget, warn: Warn): Promise<void> {
  const check = await findCheck(target, id);
  if (check === undefined) return;
  const written = [...manifestNames(id), headerName, headerCopyName(id), contentCheckName];
  const problems = check.problems.filter((problem) => !written.some((name) => problem.startsWith(`${name} `)));
  const damaged = check.damaged - (check.problems.length - problems.length);
  if (damaged < check.damaged) await writeCheck(target, id, { ...check, isWhole: damaged === 0, damaged, problems });
  // Content is noted when it is written again (checks.ts).
  const left = problems.filter((problem) => !/^(?:files|checks)\//.test(problem));
  if (left.length > 0) warn(`Backup ${id} was found damaged when it was verified on ${check.time}: ${shown(left)}`);
}

async function mendManifest(id: string, { target, key }: Place, warn: Warn): Promise<Manifest | undefined> {
  const copies = [];
  for (const name of manifestNames(id)) copies.push({ name, ...(await look(target, name, { id, key })) });
  const good = copies.find(({ manifest }) => manifest !== undefined)?.manifest;
  if (good === undefined) {
    warn(`${copies.map(({ problem }) => problem).join(' ')} Backup ${id} cannot be restored.`);
    return undefined;
  }
  for (const { name, manifest, problem } of copies) {
    if (manifest !== undefined) continue;
    // Backups of older versions have no copy yet.
    if (sequenceOf(id) > 0) warn(`${problem} It was written again from its copy.`);
    await writeManifest(target, good, key, [name]);
  }
  return good;
}

/** A manifest, or what is wrong with it. */
async function look(source: BackupSource, name: string, wanted: { id: string; key: BackupKey | undefined }) {
  try {
    const manifest = await readManifestAt(source, name, wanted);
    return manifest === undefined ? { problem: `${name} is missing.` } : { manifest };
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    return { problem: error.message };
  }
}

async function mendHeader(id: string, { target, header }: Place, warn: Warn): Promise<void> {
  const name = headerCopyName(id);
  const problem = await findHeaderProblem(target, name, header);
  if (problem === undefined) return;
  if (sequenceOf(id) > 0) warn(`${problem} It was written again.`);
  await writeHeader(target, name, header);
}

/** Undefined when it says what the header of the place says. */
export async function findHeaderProblem(
  source: BackupSource,
  name: string,
  expected: Header | undefined,
): Promise<string | undefined> {
  try {
    const found = await readHeader(source, name);
    if (found === undefined) return `${name} is missing.`;
    if (expected === undefined || JSON.stringify(found) === JSON.stringify(expected)) return undefined;
    return `${name} is that of another place.`;
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    return error.message;
  }
}

function shown(words: readonly string[]): string {
  const more = words.length > maxShownNames ? ` and ${words.length - maxShownNames} more` : '';
  return `${words.slice(0, maxShownNames).join(', ')}${more}`;
}
