// A digest of the rows of a table, as COPY writes them, in whatever order: the sum of their hashes.
import { createHash } from 'node:crypto';

export interface RowDigest {
  add(chunk: Buffer): void;
  value(): string;
}

export function createRowDigest(): RowDigest {
  let rest: Buffer = Buffer.alloc(0);
  let [sum, rows] = [0n, 0];
  const addRow = (row: Buffer) => {
    const hash = createHash('sha256').update(row).digest();
    sum = BigInt.asUintN(128, sum + hash.readBigUInt64BE(0) + (hash.readBigUInt64BE(8) << 64n));
    rows += 1;
  };
  return {
    add(chunk) {
      const content = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = content.indexOf(10); end !== -1; end = content.indexOf(10, start)) {
        addRow(content.subarray(start, end));
        start = end + 1;
      }
      rest = content.subarray(start);
    },
    value: () => `${rows} ${sum.toString(16)}${rest.length === 0 ? '' : ' and a part of a row'}`,
  };
}
