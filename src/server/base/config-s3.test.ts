import { expect, test } from 'vitest';
import { readBackupS3, readS3 } from './config-s3.ts';
import type { Settings } from './settings.ts';

const files: Settings = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
};
const backups: Settings = {
  BACKUP_S3_ENDPOINT: 'https://backups.example.org',
  BACKUP_S3_ACCESS_KEY_ID: 'other id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'other key',
};

test('[running.settings] the store of files: all of its settings, the region as a rule us-east-1', () => {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = files;
  const store = { endpoint: 'https://s3.example.org', region: 'us-east-1', bucket, accessKeyId, secretAccessKey };
  expect(readS3(files)).toEqual(store);
  expect(readS3({ ...files, S3_REGION: 'eu-1' })).toEqual({ ...store, region: 'eu-1' });
  expect(readS3({ ...files, S3_DIRECT: '1' })).toEqual({ ...store, publicEndpoint: 'https://s3.example.org' });
  const S3PublicEndpoint = 'https://files.example.org';
  const direct = { ...files, S3_DIRECT: '1', S3_PUBLIC_ENDPOINT: S3PublicEndpoint };
  expect(readS3(direct)).toEqual({ ...store, publicEndpoint: S3PublicEndpoint });
  expect(() => readS3({ ...files, S3_PUBLIC_ENDPOINT: S3PublicEndpoint })).toThrow(
    'S3_PUBLIC_ENDPOINT is set, but S3_DIRECT is not 1.',
  );
  expect(() => readS3({ S3_DIRECT: '1' })).toThrow('S3_ENDPOINT is missing');
  expect(readBackupS3(direct)).toEqual(readBackupS3(files));
  expect(readS3({})).toBeUndefined();
  expect(readS3(backups)).toBeUndefined();
});

test('[running.settings] the store of backups is its own, or else that of the files', () => {
  const own = { endpoint: 'https://backups.example.org', accessKeyId: 'other id', secretAccessKey: 'other key' };
  expect(readBackupS3({ ...files, ...backups, S3_REGION: 'eu-1' })).toEqual({ ...own, region: 'us-east-1' });
  expect(readBackupS3({ ...backups, BACKUP_S3_REGION: 'eu-2' })).toEqual({ ...own, region: 'eu-2' });
  const ofFiles = { endpoint: 'https://s3.example.org', accessKeyId: 'id', secretAccessKey: 'key' };
  // A region alone makes no store.
  expect(readBackupS3({ ...files, BACKUP_S3_REGION: 'eu-2' })).toEqual({ ...ofFiles, region: 'us-east-1' });
  expect(readBackupS3({ BACKUP_S3_REGION: 'eu-2' })).toBeUndefined();
});

const missing: [settings: Settings, name: string, kind: string][] = [
  [{ S3_REGION: 'eu-1' }, 'S3_ENDPOINT', 'S3_'],
  [{ S3_ENDPOINT: 'https://s3.example.org' }, 'S3_BUCKET', 'S3_'],
  [{ ...files, S3_ACCESS_KEY_ID: undefined }, 'S3_ACCESS_KEY_ID', 'S3_'],
  [{ ...files, S3_SECRET_ACCESS_KEY: undefined }, 'S3_SECRET_ACCESS_KEY', 'S3_'],
  [{ BACKUP_S3_SECRET_ACCESS_KEY: 'key' }, 'BACKUP_S3_ENDPOINT', 'BACKUP_S3_'],
  [{ ...files, BACKUP_S3_ENDPOINT: 'https://b.example.org' }, 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_'],
  [{ ...backups, BACKUP_S3_SECRET_ACCESS_KEY: undefined }, 'BACKUP_S3_SECRET_ACCESS_KEY', 'BACKUP_S3_'],
];

test.each(missing)('[running.settings] %j: %s is missing', (settings, name, kind) => {
  expect(() => readBackupS3(settings)).toThrow(`${name} is missing: the ${kind} settings must be set together.`);
});

test('[running.settings] an endpoint that is not an address is named', () => {
  expect(() => readS3({ ...files, S3_ENDPOINT: 'ftp://s3.example.org' })).toThrow(
    'S3_ENDPOINT (flag --s3-endpoint) is "ftp://s3.example.org", but must be an http or https address.',
  );
});
