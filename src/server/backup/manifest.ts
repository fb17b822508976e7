// What a backup says about itself: its manifest, and the header of the place where it is. Both end with their own SHA-256, so that a
// flipped bit shows, and both have a copy elsewhere in the place. [running.backup.manifest]
import { createHash } from 'node:crypto';
import type { DatabaseFacts, SequenceState, TableShape } from '../store/backup/backup-snapshot.ts';
import { BackupError, DamagedBackupError } from './backup-error.ts';
import { type BackupKey, type KeyFacts, makeKey, openKey, seal, unseal } from './seal.ts';
import { type BackupSource, type BackupTarget, contentOf, readWhole } from './vault.ts';

export const formatVersion = 1;
export const headerName = 'formstead-backup.json';
const maxManifestBytes = 2 ** 28;

export interface PartFacts {
  readonly name: string;
  /** Of the part as it is stored: compressed, and encrypted where a passphrase is set. */
  readonly size: number;
  readonly sha256: string;
}

export interface TableFacts extends TableShape {
  readonly rows: number;
  readonly bytes: number;
  readonly parts: readonly PartFacts[];
}

export interface Manifest extends Pick<DatabaseFacts, 'schema' | 'migrations' | 'postgres' | 'time'> {
  readonly format: number;
  readonly id: string;
  /** Backups are ordered by it, whatever the clock said; missing in those of older versions, which come first. */
  readonly sequence?: number;
  /** The version that made it. */
  readonly formstead: string;
  /** Of the secret that tokens and links are signed with, and of the one in the database. */
  readonly secretMark: string;
  readonly generatedSecretMark: string | null;
  readonly tables: readonly TableFacts[];
  readonly sequences: readonly SequenceState[];
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    /** Files whose content was not in storage. */
    readonly missing: number;
    readonly parts: readonly PartFacts[];
  };
  readonly erasures: { readonly parts: readonly PartFacts[] };
}

export interface Header {
  readonly app: 'formstead';
  readonly format: number;
  readonly encryption: KeyFacts | null;
}

/** Hears of damage that a second copy made good. */
export type Warn = (problem: string) => void;

/** The key of a place where backups are; undefined where they are not encrypted. */
export async function openPlace(
  source: BackupSource,
  passphrase: string | undefined,
  warn: Warn = () => {},
): Promise<BackupKey | undefined> {
  const header = await findHeader(source, warn);
  if (header === undefined) throw new BackupError(`There is no backup of Formstead in ${source.address}.`);
  return openHeader(header, source, passphrase);
}

/** The same for a place that is written to: a new one gets a header, a damaged header is written again from a copy. */
export async function preparePlace(
  target: BackupTarget,
  passphrase: string | undefined,
  warn: Warn,
): Promise<{ readonly key: BackupKey | undefined; readonly header: Header; readonly isNew: boolean }> {
  let isDamaged = false;
  const found = await findHeader(target, (problem) => {
    isDamaged = true;
    warn(`${problem} It was written again from a copy.`);
  });
  if (found !== undefined) {
    const key = await openHeader(found, target, passphrase);
    if (isDamaged) await writeHeader(target, headerName, found);
    return { key, header: found, isNew: false };
  }
  for await (const name of target.list('')) {
    // Backups in one file may be kept beside.
    if (/^[^/]+\.tar$/.test(name)) continue;
    throw new BackupError(
      `${target.address} holds other things (${name}) and no backups. Name an empty place, or one with backups of Formstead.`,
    );
  }
  const made = passphrase === undefined ? undefined : await makeKey(passphrase);
  const header: Header = { app: 'formstead', format: formatVersion, encryption: made?.facts ?? null };
  await writeHeader(target, headerName, header);
  return { key: made?.key, header, isNew: true };
}

/** Each backup has a copy of the header in its folder: the header is small, and no encrypted backup is of use without it. */
export function headerCopyName(id: string): string {
  return `${folderOf(id)}${headerName}`;
}

export async function writeHeader(target: BackupTarget, name: string, header: Header): Promise<void> {
  await target.put(name, contentOf(writeChecked(header)));
}

/** Undefined when there is no header of this name. */
export async function readHeader(source: BackupSource, name: string = headerName): Promise<Header | undefined> {
  const bytes = await readWhole(source, name);
  return bytes && (readChecked(bytes, name) as Header);
}

async function findHeader(source: BackupSource, warn: Warn): Promise<Header | undefined> {
  const { value, problem } = await tryRead(() => readHeader(source));
  if (value !== undefined) return value;
  const names: string[] = [];
  for await (const name of source.list('backups/')) if (name.endsWith(`/${headerName}`)) names.push(name);
  for (const name of names.sort().reverse()) {
    const copy = await tryRead(() => readHeader(source, name));
    if (copy.value === undefined) continue;
    warn(problem?.message ?? `${headerName} is missing.`);
    return copy.value;
  }
  if (problem !== undefined) throw problem;
  return undefined;
}

/** Damage as a value; any other error is thrown. */
async function tryRead<T>(read: () => Promise<T>): Promise<{ value?: T; problem?: DamagedBackupError }> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    return { problem: error };
  }
}

async function openHeader(
  header: Header,
  { address }: BackupSource,
  passphrase: string | undefined,
): Promise<BackupKey | undefined> {
  if (header.format > formatVersion) {
    throw new BackupError(`The backups in ${address} were made by a newer Formstead (format ${header.format}).`);
  }
  if (header.encryption === null) {
    if (passphrase === undefined) return undefined;
    throw new BackupError(
      `The backups in ${address} are not encrypted. Leave the passphrase away, or name another place.`,
    );
  }
  if (passphrase === undefined) {
    throw new BackupError(
      `The backups in ${address} are encrypted. Name the file with the passphrase: --passphrase-file.`,
    );
  }
  return openKey(passphrase, header.encryption);
}

export function folderOf(id: string): string {
  return `backups/${id}/`;
}

/** The manifest itself, and its copy in another folder. */
export function manifestNames(id: string): readonly [string, string] {
  return [`${folderOf(id)}manifest.json`, `manifests/${id}.json`];
}

/** With one of them the backup is finished; should the process end in between, the next backup writes the other. */
export async function writeManifest(
  target: BackupTarget,
  manifest: Manifest,
  key: BackupKey | undefined,
  names: readonly string[] = manifestNames(manifest.id),
): Promise<void> {
  for (const name of names) await target.put(name, contentOf(await sealWhole(writeChecked(manifest), key, name)));
}

/** From its copy where it is missing or damaged; `warn` hears of that. */
export async function readManifest(
  source: BackupSource,
  id: string,
  key: BackupKey | undefined,
  warn: Warn = () => {},
): Promise<Manifest> {
  const [name, copyName] = manifestNames(id);
  const first = await tryRead(() => readManifestAt(source, name, { id, key }));
  if (first.value !== undefined) return first.value;
  const copy = await tryRead(() => readManifestAt(source, copyName, { id, key }));
  const problem = first.problem ?? new DamagedBackupError(name, 'is missing');
  if (copy.value === undefined) {
    if (first.problem === undefined && copy.problem === undefined)
      throw new BackupError(`There is no backup ${id} in ${source.address}.`);
    throw problem;
  }
  warn(`${problem.message} Its copy ${copyName} was read instead.`);
  return copy.value;
}

/** Undefined when there is none of this name. */
export async function readManifestAt(
  source: BackupSource,
  name: string,
  { id, key }: { readonly id: string; readonly key: BackupKey | undefined },
): Promise<Manifest | undefined> {
  const size = await source.size(name);
  if (size === undefined) return undefined;
  if (size > maxManifestBytes) throw new DamagedBackupError(name, 'is damaged: it is too large');
  const stored = await readWhole(source, name);
  const manifest = readChecked(await unsealWhole(stored ?? Buffer.alloc(0), key, name), name) as Manifest;
  if (manifest.format > formatVersion) throw new BackupError(`Backup ${id} was made by a newer Formstead.`);
  if (manifest.id !== id) throw new DamagedBackupError(name, `belongs to another backup, ${manifest.id}`);
  return manifest;
}

export async function sealWhole(bytes: Buffer, key: BackupKey | undefined, name: string): Promise<Buffer> {
  return key === undefined ? bytes : gather(seal(contentOf(bytes).open(), key, name));
}

export async function unsealWhole(bytes: Buffer, key: BackupKey | undefined, name: string): Promise<Buffer> {
  return key === undefined ? bytes : gather(unseal(contentOf(bytes).open(), key, name));
}

async function gather(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** A line of JSON, and a line with its hash. */
export function writeChecked(value: object): Buffer {
  const json = JSON.stringify(value);
  return Buffer.from(`${json}\n${sha256(json)}\n`);
}

export function readChecked(bytes: Buffer, name: string): unknown {
  const [json = '', hash, ...rest] = bytes.toString('utf8').split('\n');
  if (hash !== sha256(json) || rest.length !== 1 || rest[0] !== '')
    throw new DamagedBackupError(name, 'is damaged: its SHA-256 is another');
  return JSON.parse(json);
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
