import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDelimitedLines } from './read-delimited-lines.ts';
import { readTable, type TableShape } from './read-table.ts';
import { readXmlRecords } from './read-xml-records.ts';

const shape: TableShape<'code' | 'name'> = {
  columns: { code: { names: ['city_code', 'סמל_ישוב'] }, name: { names: ['city_name'], isOptional: true } },
};

describe('[options-sets.maintained.sources] sources', () => {
  test.each<[string, string[], unknown, TableShape<'code' | 'name'>?]>([
    ['an error of the datastore', ['{"success":false,"error":{}}'], 'the source answered with an error'],
    ['JSON cut short', ['{"success":true,"result":{"rec'], 'the source is JSON that ends early or is broken'],
    ['JSON of another shape', ['{"a":1}'], 'the source is JSON without a list of records'],
    ['XML cut short', ['<a><b><city_code>1</city_code></b>'], 'the source is XML that ends early'],
    ['XML out of step', ['<a><b></a></b>'], 'the source is XML that is not well formed'],
    ...['&q×ot;', '& b', '&#0;', '&#x110000;', '&quot', '&'].map((text): [string, string[], string] => [
      `XML with ${text}`,
      [`<a><b><city_code>1${text}</city_code></b></a>`],
      `the source is XML that is not well formed: ${JSON.stringify(`1${text}`)}`,
    ]),
    ['a PDF', ['%PDF-1.4'], 'the source is a PDF where rows were expected'],
    ['plain text', ['one\ntwo'], 'the source has no header with the expected columns'],
    ['another column', ['city_id,city_name\n1,a'], 'the source has changed: no column city_code'],
    [
      'one column of two',
      ['date,1.1.2026\ncity_name,street_code,x\n1,2,3\n4,5,6\n'],
      'the source has changed: no column city_code',
      { columns: { code: { names: ['city_code'] }, name: { names: ['city_name'] } } },
    ],
    ['no rows', ['city_code,city_name\n'], 'the source has no rows'],
    ['nothing', [''], 'the source has no header with the expected columns'],
    ['part of the pages', [page([1, 2], 3)], 'the source is partial: 2 of 3 rows came'],
  ])('%s is refused', (_title, pages, refusal, wanted = shape) => {
    expect(readTable(pages.map(encode), wanted)).toEqual({ refusal });
  });

  test('a web page is refused', () => {
    expect(readTable([read('web-page.html')], shape)).toEqual({
      refusal: 'the source answered with a web page, not with data',
    });
  });

  test('pages of the datastore are one table, an empty last one too', () => {
    const pages = [page([1, 2], 3), page([3], 3), page([], 3)];
    const rows = ['1', '2', '3'].map((code) => ({ code, name: '' }));
    expect(readTable(pages.map(encode), shape)).toEqual({ rows, isPlainLines: false, badBytes: [], ending: 'marked' });
  });

  test('semicolons, another case of the header, an empty line at the end', () => {
    const table = readTable([encode('City Code;CITY_NAME\r\n7;"a;b"\r\n\r\n')], shape);
    expect(table).toEqual({
      rows: [{ code: '7', name: 'a;b' }],
      isPlainLines: false,
      badBytes: [],
      ending: 'closed',
    });
  });
});

describe('[options-sets.maintained.sources] delimited text', () => {
  test.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a ""b""",c\r\n', [['a "b"', 'c']]],
    ['x "y" z,"1"', [['x "y" z', '1']]],
    ['"א"ב,ג', [['"א"ב', 'ג']]],
    ['"two\nlines",a', [['two\nlines', 'a']]],
    ['a,', [['a', '']]],
    ['"open,a', [['"open', 'a']]],
  ])('%j', (text, lines) => {
    expect(readDelimitedLines(text, ',')).toEqual(lines);
  });

  test('a stray quote does not take the rows up to the next one', () => {
    const rows = Array.from({ length: 20 }, (_, i) => `${i},a`);
    expect(readDelimitedLines([`"x,a`, ...rows, 'y,"b"'].join('\n'), ',')).toHaveLength(22);
    expect(readDelimitedLines('"one\ntwo\nthree",a', ',')).toEqual([['one\ntwo\nthree', 'a']]);
  });

  test('what is quoted comes back', () => {
    const rows = fc.array(fc.array(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, (cells) => {
        const text = cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(readDelimitedLines(text, ',')).toEqual(cells);
      }),
    );
  });
});

describe('[options-sets.maintained.sources] XML', () => {
  test('only elements whose children are text are records', () => {
    const text = '<r a="1"><g><x>1</x><y/></g><h><g><x>&lt;2&#33;&#x21;&unknown;</x></g></h></r>';
    expect(readXmlRecords(text)).toEqual({ records: [{ x: '1', y: '' }, { x: '<2!!&unknown;' }] });
  });
});

function page(codes: number[], total: number): string {
  return JSON.stringify({
    success: true,
    result: { records: codes.map((code) => ({ _id: code, city_code: code })), total },
  });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function read(name: string): Uint8Array {
  return readFileSync(new URL(`../../../test/fixtures/sets/${name}`, import.meta.url));
}
