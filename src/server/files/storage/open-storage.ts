// Files go to the S3-compatible store that is configured, else to DATA_DIR/files.
import { join } from 'node:path';
import type { Config } from '../../base/config.ts';
import { openDiskStorage } from './disk-storage.ts';
import { type OpenedStorage, openS3Storage } from './s3-storage.ts';

export async function openStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<OpenedStorage> {
  if (config.s3 !== undefined) return openS3Storage(config.s3);
  return { ...(await openDiskStorage(join(config.dataDir, 'files'))), close: () => {} };
}
