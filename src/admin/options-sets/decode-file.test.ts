import { expect, test } from 'vitest';
import { decodeFile, findEncoding } from './decode-file.ts';

const utf8 = new TextEncoder();
const hebrew1255 = new Uint8Array([0xe9, 0xf8, 0xe5, 0xf9, 0xec, 0xe9, 0xed]); // ירושלים

test.each([
  ['plain', utf8.encode('a,b\r\n'), 'utf-8', 'a,b\r\n'],
  ['UTF-8 with its mark, which is not text', utf8.encode('\uFEFFירושלים'), 'utf-8', 'ירושלים'],
  ['UTF-8 without a mark', utf8.encode('ירושלים'), 'utf-8', 'ירושלים'],
  ['windows-1255', hebrew1255, 'windows-1255', 'ירושלים'],
  ['a spreadsheet’s “Unicode text”', new Uint8Array([0xff, 0xfe, 0xd0, 0x05, 0x09, 0x00]), 'utf-16le', 'א\t'],
  ['the same the other way round', new Uint8Array([0xfe, 0xff, 0x05, 0xd0]), 'utf-16be', 'א'],
  ['nothing', new Uint8Array(), 'utf-8', ''],
] as const)('[management] files of options: %s', (_, bytes, encoding, text) => {
  expect(findEncoding(bytes)).toBe(encoding);
  expect(decodeFile(bytes)).toBe(text);
});

test('[management] files of options: the person may know better', () => {
  expect(decodeFile(utf8.encode('é'), 'windows-1255')).not.toBe('é');
  expect(decodeFile(hebrew1255, 'windows-1255')).toBe('ירושלים');
});
