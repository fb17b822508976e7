// From what the operator names to where backups are: a file (its name ends in .tar), a folder, or s3://bucket/prefix.
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../base/config.ts';
import { unlessMissing } from '../files/storage/unless-missing.ts';
import { BackupError } from './backup-error.ts';
import { openFolderVault } from './folder-vault.ts';
import { openS3Vault } from './s3-vault.ts';
import { createTarVault, openTarSource, type TarWishes } from './tar-vault.ts';
import type { BackupSource, BackupTarget } from './vault.ts';

type BackupPlace =
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

type PlaceConfig = Pick<Config, 'backup'>;

export async function openTarget(text: string, config: PlaceConfig): Promise<BackupTarget> {
  const place = readBackupPlace(text);
  if (place.kind === 's3') return openS3(place, config);
  const found = await unlessMissing(stat(place.path));
  if (place.kind === 'folder') {
    if (found?.isFile())
      throw new BackupError(`${place.path} is a file. The name of a backup in one file ends in .tar.`);
    await mkdir(place.path, { recursive: true, mode: 0o700 });
    return openFolderVault(place.path);
  }
  if (found?.isDirectory()) throw new BackupError(`${place.path} is a folder, but its name ends in .tar.`);
  if (found !== undefined) {
    // Only a backup is ever replaced by another, but it may be damaged.
    await (await openTarSource(place.path, { skipsDamaged: true })).close();
  }
  await mkdir(dirname(place.path), { recursive: true });
  return createTarVault(place.path);
}

export async function openSource(text: string, config: PlaceConfig, wishes: TarWishes = {}): Promise<BackupSource> {
  const place = readBackupPlace(text);
  if (place.kind === 's3') return openS3(place, config);
  const found = await unlessMissing(stat(place.path));
  if (found === undefined) throw new BackupError(`There is no ${place.path}.`);
  return found.isDirectory() ? openFolderVault(place.path) : openTarSource(place.path, wishes);
}

/** Of any name: a source need not end in .tar. */
export async function isSingleFile(text: string): Promise<boolean> {
  const place = readBackupPlace(text);
  return place.kind !== 's3' && (await unlessMissing(stat(place.path)))?.isFile() === true;
}

function readBackupPlace(text: string): BackupPlace {
  if (!text.startsWith('s3:')) return { kind: text.endsWith('.tar') ? 'file' : 'folder', path: resolve(text) };
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/([\w./-]*))?$/.exec(text) ?? [];
  if (bucket === undefined || prefix.split('/').some((step) => step === '.' || step === '..')) {
    throw new BackupError(`"${text}" must be an address such as s3://bucket/prefix, of letters, digits and . _ - /`);
  }
  const trimmed = prefix.replace(/^\/+|\/+$/g, '').replace(/\/{2,}/g, '/');
  return { kind: 's3', bucket, prefix: trimmed === '' ? '' : `${trimmed}/` };
}

function openS3({ bucket, prefix }: { bucket: string; prefix: string }, { backup }: PlaceConfig): BackupTarget {
  if (backup.s3 === undefined) {
    throw new BackupError(
      's3:// needs the settings of the store: BACKUP_S3_ENDPOINT and the others, or S3_ENDPOINT and the others.',
    );
  }
  return openS3Vault({ ...backup.s3, bucket }, prefix);
}
