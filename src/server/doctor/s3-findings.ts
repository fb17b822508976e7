// An S3-compatible store: does it take what the service does there (list, write once, read a part, delete), and do the clocks agree?
// [running.doctor.storage]
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { S3Config } from '../base/config-s3.ts';
import { createS3Client, type S3Client, type S3Request } from '../files/storage/s3-request.ts';
import { type Finding, ok, problem, warning, wordsOf } from './finding.ts';
import { machineTime } from './machine-time.ts';

const silenceMs = 8_000;
/** Signatures are good for 15 minutes. */
const maxClockMs = { warning: 60_000, problem: 10 * 60_000 };

export interface S3Place {
  /** `storage` or `backup`. */
  readonly check: string;
  /** Of the settings: `S3_` or `BACKUP_S3_`. */
  readonly settings: string;
  readonly config: S3Config;
  /** Where the object is written that is removed again: `doctor/…` below it. */
  readonly prefix: string;
  /** Objects are written on condition that they are not there yet. */
  readonly isWriteOnce: boolean;
}

export async function s3Findings(place: S3Place): Promise<Finding[]> {
  const client = createS3Client(place.config, silenceMs);
  try {
    return await tryAll(place, client);
  } catch (error) {
    return [unreachable(place, error)];
  } finally {
    client.close();
  }
}

async function tryAll(place: S3Place, client: S3Client): Promise<Finding[]> {
  const { check } = place;
  const key = `${place.prefix}doctor/${randomUUID()}`;
  const listed = await exchange(client, { method: 'GET', key: '', query: { 'max-keys': '1', prefix: place.prefix } });
  const clock = clockFinding(place, listed.date);
  if (listed.status !== 200 && !isMissingRight(listed)) return [refusal(place, listed, 'list'), ...clock];
  const canList =
    listed.status === 200
      ? []
      : [
          warning(
            `${check}.list`,
            `The keys may not list the bucket ${place.config.bucket}.`,
            'Allow s3:ListBucket: without it lost files are not noticed, and backups cannot be found.',
          ),
        ];
  const content = Buffer.from('formstead doctor');
  const headers = {
    'content-type': 'text/plain',
    'content-length': String(content.length),
    // As uploads are written; backups are not.
    ...(place.isWriteOnce && { 'if-none-match': '*' }),
  };
  const written = await exchange(client, { method: 'PUT', key, headers, body: content });
  if (written.status !== 200) return [refusal(place, written, 'write'), ...clock];
  const read = await exchange(client, { method: 'GET', key, headers: { range: 'bytes=0-8' } });
  const removed = await exchange(client, { method: 'DELETE', key });
  if (![200, 204].includes(removed.status)) return [refusal(place, removed, 'delete'), ...clock];
  if (read.status !== 206 || read.body !== 'formstead') return [refusal(place, read, 'read a part of'), ...clock];
  const fine = `The bucket ${place.config.bucket} at ${place.config.endpoint} can be listed, written, read and deleted from.`;
  return [...(canList.length > 0 ? canList : [ok(`${check}.access`, fine)]), ...clock];
}

interface Reply {
  readonly status: number;
  /** Of S3: `AccessDenied`; `no code` where it said none. */
  readonly code: string;
  readonly body: string;
  readonly date: number;
}

async function exchange(client: S3Client, request: S3Request): Promise<Reply> {
  const response = await client.send(request);
  const body = await text(response);
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(body)?.[1] ?? 'no code';
  return { status: response.statusCode ?? 0, code, body, date: Date.parse(response.headers.date ?? '') };
}

const isMissingRight = ({ status, code }: Reply) => status === 403 && (code === 'AccessDenied' || code === 'no code');

function refusal({ check, settings, config }: S3Place, { status, code }: Reply, what: string): Finding {
  const name = `${check}.access`;
  const start = `The store at ${config.endpoint}`;
  switch (code) {
    case 'SignatureDoesNotMatch':
      return problem(
        name,
        `${start} does not accept the signature (${code}).`,
        `${settings}SECRET_ACCESS_KEY is not the secret of ${settings}ACCESS_KEY_ID; or a proxy in between changes the host or the path.`,
      );
    case 'InvalidAccessKeyId':
      return problem(name, `${start} does not know the key (${code}).`, `Correct ${settings}ACCESS_KEY_ID.`);
    case 'NoSuchBucket':
      return problem(
        name,
        `${start} has no bucket ${config.bucket}.`,
        'Make the bucket, or correct its name in the settings.',
      );
    case 'RequestTimeTooSkewed':
      return problem(name, `${start} refuses requests because of the clock (${code}).`, 'Run NTP on both machines.');
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return problem(
        name,
        `${start} has the bucket in another region than ${config.region} (${code}).`,
        `Correct ${settings}REGION or ${settings}ENDPOINT.`,
      );
    default:
      return problem(
        name,
        `${start} does not let these keys ${what} objects of ${config.bucket}: ${status} (${code}).`,
        'Allow s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject on the bucket and its objects.',
      );
  }
}

function unreachable({ check, settings, config }: S3Place, error: unknown): Finding {
  return problem(
    `${check}.access`,
    `The store at ${config.endpoint} cannot be reached: ${wordsOf(error)}.`,
    `Start it, correct ${settings}ENDPOINT, or look at DNS, certificate and firewall.`,
  );
}

function clockFinding({ check }: S3Place, date: number): Finding[] {
  if (Number.isNaN(date)) return [];
  const skew = date - machineTime();
  const name = `${check}.clock`;
  const seconds = Math.round(Math.abs(skew) / 1000);
  const message = `The clock of the store is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} that of this machine.`;
  const remedy = 'Run NTP on both: signatures of a clock that is 15 minutes wrong are refused.';
  if (Math.abs(skew) > maxClockMs.problem) return [problem(name, message, remedy)];
  if (Math.abs(skew) > maxClockMs.warning) return [warning(name, message, remedy)];
  return [ok(name, 'The clocks of the store and of this machine agree.')];
}
