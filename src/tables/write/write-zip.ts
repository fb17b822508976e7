// A ZIP file as a stream, part by part: nothing but the list of parts is kept. Own code because the maintained writers
// either hold parts in memory, cannot wait for the reader, or must be told beforehand that a part passes 4 GB.
//
// A part of bytes is stored as it is; a part that streams is compressed and followed by its sizes (data descriptor).
// What passes 4 GB or 65,535 parts is written as ZIP64, and only that: spreadsheet programs refuse it elsewhere.
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: Buffer | AsyncIterable<Buffer>;
}

interface WrittenPart {
  readonly name: Buffer;
  readonly isStreamed: boolean;
  readonly offset: number;
  crc: number;
  size: number;
  storedSize: number;
}

const max32 = 0xffff_ffff;
const max16 = 0xffff;
const compressionLevel = 1;
const chunkBytes = 128 * 1024;

export async function* writeZip(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
  time: Date,
): AsyncGenerator<Buffer, void, undefined> {
  const written: WrittenPart[] = [];
  const stamp = dosTime(time);
  let offset = 0;
  for await (const { name, content } of parts) {
    const part = startPart(name, content, offset);
    written.push(part);
    for await (const piece of eachPiece(part, content, stamp)) {
      offset += piece.length;
      yield piece;
    }
  }
  const directoryOffset = offset;
  for (const part of written) {
    const header = directoryHeader(part, stamp);
    offset += header.length;
    yield header;
  }
  yield directoryEnd({ count: written.length, offset: directoryOffset, size: offset - directoryOffset });
}

function startPart(name: string, content: ZipPart['content'], offset: number): WrittenPart {
  const isStreamed = !Buffer.isBuffer(content);
  const size = isStreamed ? 0 : content.length;
  const crc = isStreamed ? 0 : crc32(content);
  return { name: Buffer.from(name), isStreamed, offset, crc, size, storedSize: size };
}

async function* eachPiece(part: WrittenPart, content: ZipPart['content'], stamp: number): AsyncGenerator<Buffer> {
  yield localHeader(part, stamp);
  if (Buffer.isBuffer(content)) {
    yield content;
    return;
  }
  const deflate = createDeflateRaw({
    level: compressionLevel,
    chunkSize: chunkBytes,
  });
  // A failure on either side destroys the other; whoever reads `deflate` meets it.
  pipeline(Readable.from(measured(content, part)), deflate, () => {});
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    part.storedSize += chunk.length;
    yield chunk;
  }
  yield dataDescriptor(part);
}

async function* measured(content: AsyncIterable<Buffer>, part: WrittenPart): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    part.crc = crc32(chunk, part.crc);
    part.size += chunk.length;
    yield chunk;
  }
}

const plainVersion = 20;
const zip64Version = 45;
/** Names are UTF-8; for streamed parts also: the sizes follow the content. */
const flagsOf = ({ isStreamed }: WrittenPart) => 0x0800 | (isStreamed ? 0x0008 : 0);
const methodOf = ({ isStreamed }: WrittenPart) => (isStreamed ? 8 : 0);

function localHeader(part: WrittenPart, stamp: number): Buffer {
  const header = Buffer.alloc(30 + part.name.length);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(plainVersion, 4);
  header.writeUInt16LE(flagsOf(part), 6);
  header.writeUInt16LE(methodOf(part), 8);
  header.writeUInt32LE(stamp, 10);
  header.writeUInt32LE(part.crc, 14);
  header.writeUInt32LE(part.storedSize, 18);
  header.writeUInt32LE(part.size, 22);
  header.writeUInt16LE(part.name.length, 26);
  part.name.copy(header, 30);
  return header;
}

function isLarge({ size, storedSize }: WrittenPart): boolean {
  return size >= max32 || storedSize >= max32;
}

function dataDescriptor(part: WrittenPart): Buffer {
  const sizes = isLarge(part) ? [long(part.storedSize), long(part.size)] : [word(part.storedSize), word(part.size)];
  return Buffer.concat([word(0x0807_4b50), word(part.crc), ...sizes]);
}

function directoryHeader(part: WrittenPart, stamp: number): Buffer {
  const isZip64 = isLarge(part) || part.offset >= max32;
  const extra = isZip64
    ? Buffer.concat([Buffer.from([1, 0, 24, 0]), long(part.size), long(part.storedSize), long(part.offset)])
    : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(isZip64 ? zip64Version : plainVersion, 4);
  header.writeUInt16LE(isZip64 ? zip64Version : plainVersion, 6);
  header.writeUInt16LE(flagsOf(part), 8);
  header.writeUInt16LE(methodOf(part), 10);
  header.writeUInt32LE(stamp, 12);
  header.writeUInt32LE(part.crc, 16);
  header.writeUInt32LE(isZip64 ? max32 : part.storedSize, 20);
  header.writeUInt32LE(isZip64 ? max32 : part.size, 24);
  header.writeUInt16LE(part.name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(isZip64 ? max32 : part.offset, 42);
  return Buffer.concat([header, part.name, extra]);
}

function directoryEnd(directory: { count: number; offset: number; size: number }): Buffer {
  const { count, offset, size } = directory;
  const isZip64 = count >= max16 || offset >= max32 || size >= max32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(size, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  if (!isZip64) return end;
  const version = Buffer.from([zip64Version, 0, zip64Version, 0]);
  const disks = Buffer.alloc(8);
  const sums = [long(count), long(count), long(size), long(offset)];
  const zip64End = Buffer.concat([word(0x0606_4b50), long(44), version, disks, ...sums]);
  const locator = Buffer.concat([word(0x0706_4b50), word(0), long(offset + size), word(1)]);
  return Buffer.concat([zip64End, locator, end]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** Two bytes of time, two of date; ZIP knows even seconds from 1980 on. */
function dosTime(time: Date): number {
  const date =
    ((Math.max(1980, time.getUTCFullYear()) - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}
