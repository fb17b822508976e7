// The S3_ and BACKUP_S3_ settings: which store holds the service's files, and which one its backups. [running.settings]
import { ConfigError, readAddress, readSwitch, type SettingName, type Settings } from './settings.ts';

export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where people reach the store themselves: downloads are sent there. Undefined: they come from the service. */
  readonly publicEndpoint?: string;
  /** Uploads go there too. */
  readonly takesUploads?: boolean;
}

/** A store without its bucket, which an address such as s3://bucket/prefix names. */
export type S3Store = Omit<S3Config, 'bucket' | 'publicEndpoint' | 'takesUploads'>;

export function readS3(settings: Settings): S3Config | undefined {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const others = ['S3_REGION', 'S3_DIRECT', 'S3_PUBLIC_ENDPOINT', 'S3_DIRECT_UPLOADS'] as const;
  if ([...needed, ...others].every((name) => settings[name] === undefined)) return undefined;
  const store = readStore(settings, 'S3', needed);
  const publicEndpoint = readPublicEndpoint(settings, store.endpoint);
  return {
    ...store,
    bucket: settings.S3_BUCKET as string,
    ...(publicEndpoint !== undefined && { publicEndpoint }),
    ...(readTakesUploads(settings, publicEndpoint) && { takesUploads: true }),
  };
}

/** [files.upload.direct] */
function readTakesUploads(settings: Settings, publicEndpoint: string | undefined): boolean {
  if (!readSwitch(settings, 'S3_DIRECT_UPLOADS')) return false;
  if (publicEndpoint !== undefined) return true;
  throw new ConfigError('S3_DIRECT_UPLOADS is 1, but S3_DIRECT is not.', ['S3_DIRECT_UPLOADS']);
}

/** [files.download.direct] */
function readPublicEndpoint(settings: Settings, endpoint: string): string | undefined {
  if (readSwitch(settings, 'S3_DIRECT')) return readAddress(settings, 'S3_PUBLIC_ENDPOINT', endpoint);
  if (settings.S3_PUBLIC_ENDPOINT === undefined) return undefined;
  throw new ConfigError('S3_PUBLIC_ENDPOINT is set, but S3_DIRECT is not 1.', ['S3_PUBLIC_ENDPOINT']);
}

/** The settings of a store of its own, or of the one with the service's files. */
export function readBackupS3(settings: Settings): S3Store | undefined {
  const needed = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const;
  if (needed.some((name) => settings[name] !== undefined)) return readStore(settings, 'BACKUP_S3', needed);
  const files = readS3(settings);
  if (files === undefined) return undefined;
  const { bucket: _ofFiles, publicEndpoint: _ofPeople, takesUploads: _ofUploads, ...store } = files;
  return store;
}

function readStore(settings: Settings, prefix: 'S3' | 'BACKUP_S3', needed: readonly SettingName[]): S3Store {
  for (const name of needed) {
    if (settings[name] === undefined) {
      throw new ConfigError(`${name} is missing: the ${prefix}_ settings must be set together.`, needed);
    }
  }
  return {
    endpoint: readAddress(settings, `${prefix}_ENDPOINT`, ''),
    region: settings[`${prefix}_REGION`] ?? 'us-east-1',
    accessKeyId: settings[`${prefix}_ACCESS_KEY_ID`] as string,
    secretAccessKey: settings[`${prefix}_SECRET_ACCESS_KEY`] as string,
  };
}
