import { expect, test } from 'vitest';
import { findEncoding, readUtf8Evidence } from './find-encoding.ts';

const street = 'רחוב הרצל,5\r\n';
const utf8 = (text: string) => new TextEncoder().encode(text);
/** Hebrew letters of windows-1255 are at 0xe0. */
const windows1255 = (text: string) =>
  new Uint8Array([...text].map((letter) => ((code) => (code >= 0x5d0 ? code - 0x4f0 : code))(letter.codePointAt(0)!)));
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
};
const changed = (bytes: Uint8Array, at: number, byte: number) => bytes.map((one, i) => (i === at ? byte : one));

test.each([
  ['plain Latin', utf8('a,b\n'), 'utf-8'],
  ['nothing', new Uint8Array(), 'utf-8'],
  ['UTF-8', utf8(street), 'utf-8'],
  ['UTF-8 cut inside a letter', utf8(street.repeat(3)).subarray(0, -8), 'utf-8'],
  ['UTF-8 with one bad byte', changed(utf8(street), 3, 0xff), 'utf-8'],
  ['UTF-8 with a mark and bytes of another encoding', new Uint8Array([0xef, 0xbb, 0xbf, 0xe0, 0xe1]), 'utf-8'],
  ['Latin with one bad byte', utf8('Ramat Aviv,86\n').fill(0xe0, 1, 2), 'utf-8'],
  ['Latin with one bad byte beside a comma', utf8('Ramat Aviv,86\n').fill(0xe0, 11, 12), 'utf-8'],
  ['Latin with bad bytes in several words', utf8('Ramat Aviv,Bat Yam\n').fill(0xe0, 1, 2).fill(0xe1, 12, 13), 'utf-8'],
  ['Latin with bytes that are no letters', utf8('Ramat Aviv,86\n').fill(0x9f, 10, 13), 'utf-8'],
  ['windows-1255', windows1255(street), 'windows-1255'],
  ['windows-1255 in a table of Latin names', windows1255(`${'Ramat Aviv,86\r\n'.repeat(50)}${street}`), 'windows-1255'],
  ['windows-1255, single letters', windows1255('א,1\r\nב,2\r\n'), 'windows-1255'],
  ['windows-1255 with one letter of UTF-8', new Uint8Array([...windows1255(street), 0xd7, 0x90]), 'windows-1255'],
  ['UTF-16 with a mark', utf16(`\ufeff${street}`, true), 'utf-16le'],
  ['UTF-16 with a mark, the other way round', utf16(`\ufeff${street}`, false), 'utf-16be'],
  ['UTF-16 without a mark', utf16(street.repeat(4), true), 'utf-16le'],
  ['UTF-16 without a mark, the other way round', utf16(street.repeat(4), false), 'utf-16be'],
])('[options-sets.maintained.encoding] %s', (_, bytes, encoding) => {
  expect(findEncoding(bytes)).toBe(encoding);
});

test('[options-sets.maintained.encoding] one byte, whichever it becomes and wherever it is, never changes the encoding of a file', () => {
  const files: [Uint8Array, string][] = [
    [utf8('Ramat Aviv,86\n'), 'utf-8'],
    [utf8(street), 'utf-8'],
    [windows1255(street), 'windows-1255'],
  ];
  for (const [bytes, encoding] of files)
    for (let at = 0; at < bytes.length; at++)
      for (let byte = 1; byte < 256; byte++)
        if (findEncoding(changed(bytes, at, byte)) !== encoding) expect.fail(`${encoding}: ${byte} at ${at}`);
});

test('[options-sets.maintained.encoding] bad bytes are counted, the first with their places', () => {
  // Both bytes of one letter, then the first of another.
  const bytes = changed(changed(changed(utf8(`a\n${street}`), 2, 0xff), 6, 0xff), 3, 0xfe);
  expect(readUtf8Evidence(bytes)).toMatchObject({
    badBytes: 4,
    places: [2, 3, 6, 7].map((byte) => ({ line: 2, byte })),
  });
  expect(readUtf8Evidence(new Uint8Array(100).fill(0xff))).toMatchObject({ badBytes: 100, characters: 0 });
  expect(readUtf8Evidence(new Uint8Array(100).fill(0xff)).places).toHaveLength(5);
});

test('[options-sets.maintained.encoding] what counts as a character is what decoders take for one', () => {
  const isWhole = (bytes: Uint8Array) => !new TextDecoder().decode(bytes).includes('\ufffd');
  const edges = [
    0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5,
  ];
  for (const first of edges)
    for (const second of edges)
      for (const third of [0x41, 0x80, 0xbf])
        for (const fourth of [0x41, 0x80]) {
          const bytes = new Uint8Array([first, second, third, fourth]);
          expect(readUtf8Evidence(bytes).badBytes === 0, bytes.join(' ')).toBe(isWhole(bytes));
        }
});
