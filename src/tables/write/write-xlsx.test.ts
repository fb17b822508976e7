import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { Cell } from '../../core/plan/columns.ts';
import { columnLetters } from './sheet-xml.ts';
import { type Workbook, type WorkbookSheet, writeXlsx } from './write-xlsx.ts';

async function* paged(...pages: Cell[][][]) {
  yield* pages;
}

function write({ maxRows, ...sheet }: Partial<WorkbookSheet> & Pick<Workbook, 'maxRows'>): Promise<Buffer> {
  const sheets = [{ name: 'Sheet', titles: ['a', 'b'], pages: paged(), ...sheet }];
  return buffer(
    Readable.from(writeXlsx({ sheets, isRightToLeft: false, time: new Date(), ...(maxRows && { maxRows }) })),
  );
}

test('[export.xlsx] no rows: the titles alone', async () => {
  expect(await readXlsxFile(await write({}))).toEqual([{ sheet: 'Sheet', data: [['a', 'b']] }]);
});

test('[export.xlsx] rows beyond the limit go on in another sheet, with titles', async () => {
  const rows = (...numbers: number[]) => numbers.map((number) => [number, true] as Cell[]);
  const pages = () => paged(rows(1, 2, 3), rows(), rows(4));
  const sheets = async (maxRows: number) =>
    (await readXlsxFile(await write({ pages: pages(), maxRows }))).map(({ sheet, data }) => [
      sheet,
      data.map(([a]) => a),
    ]);
  expect(await sheets(3)).toEqual([
    ['Sheet', ['a', 1, 2]],
    ['Sheet 2', ['a', 3, 4]],
  ]);
  expect(await sheets(4)).toEqual([
    ['Sheet', ['a', 1, 2, 3]],
    ['Sheet 2', ['a', 4]],
  ]);
  expect(await sheets(5)).toEqual([['Sheet', ['a', 1, 2, 3, 4]]]);
});

test('[export.xlsx] text of every kind: escaped, blanks kept, what XML cannot hold dropped, too long cut with a mark', async () => {
  const texts = ['<b>&"\'', ' a ', 'x\u0000\u0008\u001f\uffff\ufffey', 'a\r\nb\rc', 'tab\there', '😀'.repeat(20_000)];
  const content = await write({ pages: paged(texts.map((text) => [text, ''])) });
  const [sheet] = await readXlsxFile(content, { trim: false });
  const read = sheet!.data.slice(1).map(([text]) => String(text));
  expect(read.slice(0, 5)).toEqual(['<b>&"\'', ' a ', 'xy', 'a\nb\nc', 'tab\there']);
  expect(read[5]!.length).toBeLessThanOrEqual(32_767);
  expect(read[5]).toMatch(/^(?:😀)+ … \[40000 characters, cut here\]$/);
});

test('[export.xlsx] a text that looks like an escape is escaped itself', async () => {
  const content = await write({ pages: paged([['_x0041_', 'snake_case']]) });
  const xml = Buffer.from(unzipSync(content)['xl/worksheets/sheet1.xml']!).toString();
  expect(xml).toContain('>_x005F_x0041_<');
  expect(xml).toContain('>snake_case<');
});

test.each([
  ['Order: [a/b]\\*?', 'Order a b'],
  ["'quoted'", 'quoted'],
  ['History', 'Entries'],
  ['', 'Entries'],
  ['A name of more than thirty-one characters', 'A name of more than thirty-one'],
])('[export.xlsx] sheet name %j becomes %j', async (name, expected) => {
  const [sheet] = await readXlsxFile(await write({ name }));
  expect(sheet!.sheet).toBe(expected);
});

test('[export.caller-gone] a workbook that nobody waits for any more ends the reading of its rows', async () => {
  let isReading = true;
  async function* endless() {
    try {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        yield Array.from({ length: 1_000 }, (_, at): Cell[] => [at, Math.random()]);
      }
    } finally {
      isReading = false;
    }
  }
  const sheets = [{ name: 'Sheet', titles: ['a', 'b'], pages: endless(), modes: [undefined, undefined] }];
  const stream = Readable.from(writeXlsx({ sheets, isRightToLeft: false, time: new Date() }));
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > 100_000) break;
  }
  await expect.poll(() => isReading).toBe(false);
});

test('[export.xlsx] columns beyond Z', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ]);
});
