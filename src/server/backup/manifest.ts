// What a backup says about itself: its manifest, and the header of the place where it is. Both end with their own SHA-256, so that a
// flipped bit shows. [running.backup.manifest]
import { createHash } from 'node:crypto';
import type { DatabaseFacts, SequenceState, TableShape } from '../store/backup-snapshot.ts';
import { BackupError, DamagedBackupError } from './backup-error.ts';
import { type BackupKey, type KeyFacts, makeKey, openKey, seal, unseal } from './seal.ts';
import { type BackupSource, type BackupTarget, contentOf, readWhole } from './vault.ts';

export const formatVersion = 1;
const headerName = 'formstead-backup.json';
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

interface Header {
  readonly app: 'formstead';
  readonly format: number;
  readonly encryption: KeyFacts | null;
}

/** The key of a place where backups are; undefined where they are not encrypted. */
export async function openPlace(source: BackupSource, passphrase: string | undefined): Promise<BackupKey | undefined> {
  const header = await findHeader(source);
  if (header === undefined) throw new BackupError(`There is no backup of Formstead in ${source.address}.`);
  return openHeader(header, source, passphrase);
}

/** The same for a place that is written to; an empty one is made ready. */
export async function preparePlace(
  target: BackupTarget,
  passphrase: string | undefined,
): Promise<BackupKey | undefined> {
  const found = await findHeader(target);
  if (found !== undefined) return openHeader(found, target, passphrase);
  for await (const name of target.list('')) {
    throw new BackupError(
      `${target.address} holds other things (${name}) and no backups. Name an empty place, or one with backups of Formstead.`,
    );
  }
  const made = passphrase === undefined ? undefined : await makeKey(passphrase);
  const header: Header = { app: 'formstead', format: formatVersion, encryption: made?.facts ?? null };
  await target.put(headerName, contentOf(writeChecked(header)));
  return made?.key;
}

async function findHeader(source: BackupSource): Promise<Header | undefined> {
  const bytes = await readWhole(source, headerName);
  return bytes && (readChecked(bytes, headerName) as Header);
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

export async function writeManifest(
  target: BackupTarget,
  manifest: Manifest,
  key: BackupKey | undefined,
): Promise<void> {
  const name = manifestName(manifest.id);
  await target.put(name, contentOf(await sealWhole(writeChecked(manifest), key, name)));
}

export async function readManifest(source: BackupSource, id: string, key: BackupKey | undefined): Promise<Manifest> {
  const name = manifestName(id);
  const size = await source.size(name);
  if (size === undefined) throw new BackupError(`There is no backup ${id} in ${source.address}.`);
  if (size > maxManifestBytes) throw new DamagedBackupError(name, 'is damaged: it is too large');
  const stored = await readWhole(source, name);
  const manifest = readChecked(await unsealWhole(stored ?? Buffer.alloc(0), key, name), name) as Manifest;
  if (manifest.format > formatVersion) throw new BackupError(`Backup ${id} was made by a newer Formstead.`);
  if (manifest.id !== id) throw new DamagedBackupError(name, `belongs to another backup, ${manifest.id}`);
  return manifest;
}

/** Finished and unfinished backups, oldest first. */
export async function listBackups(source: BackupSource): Promise<{ finished: string[]; unfinished: string[] }> {
  const ids = new Map<string, boolean>();
  for await (const name of source.list('backups/')) {
    const [, id, part] = /^backups\/([\w-]+)\/(.+)$/.exec(name) ?? [];
    if (id !== undefined) ids.set(id, ids.get(id) === true || part === 'manifest.json');
  }
  const sorted = [...ids].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    finished: sorted.filter(([, isFinished]) => isFinished).map(([id]) => id),
    unfinished: sorted.filter(([, isFinished]) => !isFinished).map(([id]) => id),
  };
}

/** The one that is asked for, or the newest. */
export async function chooseBackup(source: BackupSource, wanted: string | undefined): Promise<string> {
  const { finished, unfinished } = await listBackups(source);
  const chosen = wanted ?? finished.at(-1);
  if (chosen !== undefined && finished.includes(chosen)) return chosen;
  const begun = unfinished.length > 0 ? ' One was begun and not finished.' : '';
  if (wanted === undefined) throw new BackupError(`There is no finished backup in ${source.address}.${begun}`);
  throw new BackupError(
    `There is no backup ${wanted} in ${source.address}. There are: ${finished.join(', ') || 'none'}.`,
  );
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

function manifestName(id: string): string {
  return `${folderOf(id)}manifest.json`;
}

/** A line of JSON, and a line with its hash. */
function writeChecked(value: object): Buffer {
  const json = JSON.stringify(value);
  return Buffer.from(`${json}\n${sha256(json)}\n`);
}

function readChecked(bytes: Buffer, name: string): unknown {
  const [json = '', hash, ...rest] = bytes.toString('utf8').split('\n');
  if (hash !== sha256(json) || rest.length !== 1 || rest[0] !== '')
    throw new DamagedBackupError(name, 'is damaged: its SHA-256 is another');
  return JSON.parse(json);
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
