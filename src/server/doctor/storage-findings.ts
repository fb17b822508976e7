// Where uploads are kept: a folder or an S3-compatible store. [running.doctor.storage]
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import { type Finding, ok } from './finding.ts';
import { explainWrite, tryToWriteIn } from './folder-findings.ts';
import { s3Findings } from './s3-findings.ts';

export async function storageFindings({ s3, dataDir }: Config): Promise<Finding[]> {
  // Whatever does not look like a key of ours is passed over by the service.
  if (s3 !== undefined) {
    return s3Findings({ check: 'storage', settings: 'S3_', config: s3, prefix: '', isWriteOnce: true });
  }
  const check = 'storage.access';
  const folder = join(dataDir, 'files');
  // What would be left by a kill in the middle, the service removes from there a day later.
  const error = await tryToWriteIn(join(folder, 'unfinished'));
  return [
    error === undefined
      ? ok(check, `Uploads can be written, read and deleted in ${folder}.`)
      : explainWrite(check, `The folder of uploads (${folder})`, error),
  ];
}
