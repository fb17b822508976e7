// A ZIP archive as small as one can be, for tests of whatever reads archives. Checksums are left out: nobody here looks at them.
import { deflateRawSync } from 'node:zlib';

export function makeZip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let start = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const named = Buffer.from(name);
    const facts = Buffer.concat([
      number(8, 2),
      number(0, 8),
      number(packed.length, 4),
      number(0, 4),
      number(named.length, 2),
    ]);
    const head = Buffer.concat([number(0x04034b50, 4), number(20, 2), number(0, 2), facts, number(0, 2), named]);
    parts.push(head, packed);
    directory.push(number(0x02014b50, 4), number(20, 4), number(0, 2), facts, number(0, 12), number(start, 4), named);
    start += head.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = [number(0x06054b50, 4), number(0, 4), number(count, 2), number(count, 2), number(index.length, 4)];
  return new Uint8Array(Buffer.concat([...parts, index, ...end, number(start, 4), number(0, 2)]));
}

/** Little-endian. */
function number(value: number, bytes: number): Buffer {
  const made = Buffer.alloc(bytes);
  made.writeUIntLE(value, 0, Math.min(bytes, 4));
  return made;
}
