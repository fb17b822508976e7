// Reads a Range header of one range; RFC 9110 lets a server answer anything else with the whole file.
import type { ByteRange } from './storage/storage.ts';

/** The bytes asked for, undefined for the whole file, or that there are no such bytes. */
export function readByteRange(header: string | undefined, size: number): ByteRange | undefined | 'unsatisfiable' {
  const parts = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '');
  if (parts === null) return undefined;
  const [, first = '', last = ''] = parts;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
