// Encryption of backups: AES-256-GCM, with keys from a passphrase by scrypt. [running.backup.encryption]
//
//   part = "FSB1", 16 random bytes, then segments of 64 KB, each with its tag of 16 bytes
//
// Each part has a key of its own, made from its random bytes. The nonce of a segment is its number and whether it is the last, and
// every tag covers the part's name: segments cannot be left out, added or put in another order, nor parts exchanged.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { BackupError, DamagedBackupError } from './backup-error.ts';

export interface KeyFacts {
  readonly kdf: 'scrypt';
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** Hexadecimal. */
  readonly salt: string;
  /** Tells a wrong passphrase from a damaged backup. */
  readonly check: string;
}

/** Of one target: all its backups have the same, so that stored files are shared between them. */
export interface BackupKey {
  readonly master: Buffer;
}

const cost = { N: 2 ** 17, r: 8, p: 1 };
const magic = Buffer.from('FSB1');
const saltBytes = 16;
const headBytes = magic.length + saltBytes;
const segmentBytes = 65_536;
const tagBytes = 16;
/** What is handed on at once: each piece costs its receiver a trip to the disk or the network. */
const pieceBytes = 2 ** 20;

export async function makeKey(passphrase: string): Promise<{ key: BackupKey; facts: KeyFacts }> {
  const salt = randomBytes(saltBytes).toString('hex');
  const key = await deriveKey(passphrase, { ...cost, salt });
  return { key, facts: { kdf: 'scrypt', ...cost, salt, check: checkOf(key) } };
}

export async function openKey(passphrase: string, facts: KeyFacts): Promise<BackupKey> {
  const isKnown = facts.kdf === 'scrypt' && facts.N <= 2 ** 20 && facts.r <= 16 && facts.p <= 4;
  if (!isKnown) throw new BackupError('The backup was encrypted in a manner that this Formstead does not know.');
  const key = await deriveKey(passphrase, facts);
  if (!timingSafeEqual(Buffer.from(checkOf(key)), Buffer.from(facts.check.padEnd(64).slice(0, 64)))) {
    throw new BackupError('The passphrase is not the one that the backup was made with.');
  }
  return key;
}

/** What names content in an encrypted target: the hash itself would tell who has a file that it is in there. */
export function sealedName({ master }: BackupKey, hash: string): string {
  return createHmac('sha256', derive(master, 'names')).update(hash).digest('hex');
}

export function sealedSize(size: number): number {
  return headBytes + size + Math.max(1, Math.ceil(size / segmentBytes)) * tagBytes;
}

export async function* seal(
  content: AsyncIterable<Buffer>,
  { master }: BackupKey,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  const salt = randomBytes(saltBytes);
  const key = derive(master, 'part', salt);
  const covered = Buffer.from(name);
  let held: Buffer[] = [magic, salt];
  let bytes = 0;
  let number = 0;
  for await (const { segment, isLast } of segmentsOf(content, segmentBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
    cipher.setAAD(covered);
    held.push(cipher.update(segment), cipher.final(), cipher.getAuthTag());
    bytes += segment.length;
    number += 1;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(held);
    [held, bytes] = [[], 0];
  }
  if (held.length > 0) yield Buffer.concat(held);
}

/** Gives out nothing that was not authenticated. */
export async function* unseal(
  content: AsyncIterable<Buffer>,
  { master }: BackupKey,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  let key: Buffer | undefined;
  let number = 0;
  for await (const { segment, isLast } of segmentsOf(content, segmentBytes + tagBytes, headBytes)) {
    if (key === undefined) {
      if (segment.length < headBytes || !segment.subarray(0, magic.length).equals(magic))
        throw new DamagedBackupError(name, 'is damaged: it does not begin as an encrypted part does');
      key = derive(master, 'part', segment.subarray(magic.length));
      if (isLast) throw new DamagedBackupError(name, 'is damaged: it ends too early');
      continue;
    }
    yield openSegment(segment, { key, number, isLast, name });
    number += 1;
  }
  if (key === undefined) throw new DamagedBackupError(name, 'is damaged: it is empty');
}

function openSegment(
  segment: Buffer,
  { key, number, isLast, name }: { key: Buffer; number: number; isLast: boolean; name: string },
): Buffer {
  try {
    const end = segment.length - tagBytes;
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast));
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(segment.subarray(end));
    const opened = decipher.update(segment.subarray(0, end));
    // Throws unless all of it is what was sealed; this mode has nothing left to give by then.
    decipher.final();
    return opened;
  } catch {
    throw new DamagedBackupError(name, 'is damaged: what is encrypted in it was changed, cut off or moved');
  }
}

/** Pieces of exactly `size`, the first of `first` bytes where that is given; the last may be shorter. There is always one. */
async function* segmentsOf(content: AsyncIterable<Buffer>, size: number, first = size) {
  let held: Buffer[] = [];
  let bytes = 0;
  let wanted = first;
  for await (const chunk of content) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes <= wanted) continue;
    let whole = joined(held);
    // What may be the end is held back until something follows.
    while (whole.length > wanted) {
      yield { segment: whole.subarray(0, wanted), isLast: false };
      whole = whole.subarray(wanted);
      wanted = size;
    }
    held = [whole];
    bytes = whole.length;
  }
  yield { segment: joined(held), isLast: true };
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function derive(master: Buffer, purpose: string, salt: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.from(hkdfSync('sha256', master, salt, `formstead backup ${purpose}`, 32));
}

function checkOf({ master }: BackupKey): string {
  return derive(master, 'check').toString('hex');
}

function deriveKey(
  passphrase: string,
  { N, r, p, salt }: Pick<KeyFacts, 'N' | 'r' | 'p' | 'salt'>,
): Promise<BackupKey> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), 32, options, (error, master) =>
      error ? reject(error) : resolve({ master }),
    );
  });
}
