// Workbooks as programs write them: shared and inline texts, gaps, numbers, prefixes; and files that are none.
import { expect, test } from 'vitest';
import { makeZip } from '../../test/support/make-zip.ts';
import { readWorkbook, readXlsx } from './read-xlsx.ts';

async function run<T>(steps: Generator<number, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const read = (bytes: Uint8Array<ArrayBuffer>) => readXlsx(bytes, run);

const zip = makeZip;

const workbook = {
  'xl/workbook.xml':
    '<workbook><sheets><sheet name="B" sheetId="2" r:id="rId7"/><sheet name="A" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/other.xml" Id="rId7"/></Relationships>',
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>9</v></c></row></sheetData></worksheet>',
};

test('[management] a workbook: the first sheet, texts of all kinds, gaps, numbers as people write them', async () => {
  const rows = await read(
    zip({
      ...workbook,
      'xl/sharedStrings.xml':
        '<sst count="3"><si><t>value</t></si><si><r><t xml:space="preserve">Ha</t></r><r><t>ifa &amp; &#x5D0;&#1489;</t></r><rPh><t>no</t></rPh></si><si/></sst>',
      'xl/worksheets/other.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>city</t></is></c></row><row r="2"/>' +
        '<row r="4"><c r="A4" t="s" s="3"><v>1</v></c><c r="B4"><v>4000.0</v></c><c r="C4" t="b"><v>1</v></c><c r="AA4" t="str"><f>1</f><v>a_x000A_b</v></c></row>' +
        '<row r="5"><c r="A5" t="s"><v>2</v></c><c r="B5"/><c r="C5" t="e"><v>#N/A</v></c></row></sheetData></worksheet>',
    }),
  );
  expect(rows).toEqual([
    { line: 1, cells: ['value', '', 'city'] },
    { line: 4, cells: ['Haifa & אב', '4000', 'true', ...Array(23).fill(''), 'a\nb'] },
  ]);
});

test('[management] a workbook whose tags have a prefix, and one that names its sheet nowhere', async () => {
  const rows = await read(
    zip({
      'xl/worksheets/sheet1.xml':
        '<x:worksheet><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c><x:c><x:v>1E3</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    }),
  );
  expect(rows).toEqual([{ line: 1, cells: ['a', '1000'] }]);
});

test('[management] what is not a workbook says so', async () => {
  const whole = zip(workbook);
  expect(await read(new TextEncoder().encode('PK, or not'))).toBe('notWorkbook');
  expect(await read(whole.slice(0, -30))).toBe('notWorkbook');
  expect(await read(zip({ 'word/document.xml': '<w/>' }))).toBe('notWorkbook');
  const broken = whole.slice();
  broken.fill(0xff, 60, 200);
  expect(['notWorkbook', 'object']).toContain(
    await read(broken).then((rows) => (typeof rows === 'string' ? rows : 'object')),
  );
});

test('[management] all sheets by name, and bounds on what is unpacked and on rows', async () => {
  const bytes = zip({
    ...workbook,
    'xl/worksheets/other.xml': `<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(50)}</sheetData></worksheet>`,
  });
  const sheets = await readWorkbook(bytes, { run });
  expect(typeof sheets === 'string' ? sheets : sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['B', 50],
    ['A', 1],
  ]);
  expect(await readWorkbook(bytes, { run, isWanted: (name) => name === 'A' })).toEqual([
    { name: 'A', rows: [{ line: 1, cells: ['9'] }] },
  ]);
  expect(await readWorkbook(bytes, { run, maxRows: 49 })).toBe('tooLarge');
  // A bomb: a megabyte of blanks in a kilobyte.
  const bomb = zip({ ...workbook, 'xl/sharedStrings.xml': ' '.repeat(1_000_000) });
  expect(bomb.length).toBeLessThan(5_000);
  expect(await readWorkbook(bomb, { run, maxBytes: 500_000 })).toBe('tooLarge');
});

test('[management] tags that never end, entities with names of objects, columns beyond all', async () => {
  const sheet = (rows: string) => zip({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}` });
  expect(await read(await sheet('<row><c t="str"><v>&constructor;&__proto__;&amp;'))).toEqual([
    { line: 1, cells: ['&constructor;&__proto__;&'] },
  ]);
  expect(await read(await sheet('<row><c r="ZZZZZZZ1"><v>1</v></c><cols/><c r="B1"><v>2</v></c></row>'))).toEqual([
    { line: 1, cells: ['', '2'] },
  ]);
  expect(await read(await sheet('<row><c t="inlineStr"><is>'.concat('<t>x'.repeat(20_000))))).toMatchObject([
    { line: 1 },
  ]);
});

test('[management] rows with nothing in them are passed in steps of many, wherever they are', async () => {
  let steps = 0;
  const counted = async <T>(reading: Generator<number, T>): Promise<T> => {
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
      steps += 1;
    }
  };
  const rows = '<row ht="15"/>'.repeat(100_000);
  const bytes = zip({ 'xl/worksheets/sheet1.xml': `<worksheet>${rows}<row><c><v>1</v></c></row>${rows}</worksheet>` });
  expect(await readXlsx(bytes, counted)).toEqual([{ line: 100_001, cells: ['1'] }]);
  expect(steps).toBe(100);
});

test('[management] cells are bounded, also those that are only there because of one to their right', async () => {
  const far = '<row><c r="ALL1"><v>1</v></c></row>'.repeat(11);
  const bytes = zip({ ...workbook, 'xl/worksheets/other.xml': `<worksheet>${far}</worksheet>` });
  expect(await readWorkbook(bytes, { run, maxCells: 10_000 })).toBe('tooLarge');
  expect(await readWorkbook(bytes, { run, maxCells: 12_000 })).toHaveLength(2);
});
