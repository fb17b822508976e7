// `formstead doctor` on a set-up that is well but for what a test breaks: a service with storage, mail and backups of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/server/base/settings.ts';
import type { FindingState } from '../../src/server/doctor/finding.ts';
import { runDoctor } from '../../src/server/doctor/run-doctor.ts';
import { backUp } from './backups.ts';
import { type RunningS3, startS3 } from './s3-server.ts';
import { startService, type TestService } from './service.ts';
import { startSmtp, type TestSmtp } from './smtp.ts';

export interface Patient {
  readonly service: TestService;
  readonly smtp: TestSmtp;
  readonly s3: RunningS3;
  /** Settings with which nothing is found. */
  readonly healthy: Settings;
  close(): Promise<void>;
}

export async function startPatient(): Promise<Patient> {
  const [s3, smtp] = [await startS3(), await startSmtp()];
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-doctor-'));
  const store: Settings = {
    S3_ENDPOINT: s3.config.endpoint,
    S3_BUCKET: s3.config.bucket,
    S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
  };
  const service = await startService(store);
  const place = `s3://${s3.config.bucket}/backups`;
  await backUp(service, place);
  return {
    service,
    smtp,
    s3,
    healthy: {
      ...store,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: new URL(service.url).port,
      PUBLIC_URL: service.url,
      // It has no STARTTLS worth the name, but neither has it a way out of this machine.
      SMTP_URL: `${smtp.url}?ignoreTLS=true`,
      MAIL_FROM: 'forms@example.org',
      BACKUP_TO: place,
    },
    async close() {
      await service.close();
      await smtp.close();
      await s3.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Found {
  readonly check: string;
  readonly state: FindingState;
  readonly message: string;
}

/**
 * What is not well, without how to mend it. The tests' database server does not wait for the disk, which is always found, and other
 * tests have connections open on it.
 */
export async function diagnose(settings: Settings): Promise<Found[]> {
  const { checks } = await runDoctor(settings, { skipsPdf: true });
  const found = checks.filter(({ state }) => state !== 'ok');
  for (const { remedy } of found) if (!remedy) throw new Error('A finding does not say how to mend it.');
  return found
    .filter(
      ({ check, state }) => check !== 'database.durability' && `${state} ${check}` !== 'warning database.connections',
    )
    .map(({ check, state, message }) => ({ check, state, message }));
}
