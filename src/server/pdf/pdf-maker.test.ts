// PDFs as a reader finds them: text, tags, standards, every field type, several pages, and data that looks like markup.
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hebrewData, hebrewForm } from '../../../test/support/hebrew-form.ts';
import { orderData, orderForm } from '../../../test/support/order-form.ts';
import { formOf, handwriting, now, pdfRequest, upload } from '../../../test/support/pdf-forms.ts';
import { readPdf } from '../../../test/support/read-pdf.ts';
import type { Element, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { PdfError } from './pdf-error.ts';
import { openPdfMaker, type PdfMaker, type PdfRequest } from './pdf-maker.ts';

const quiet = { info() {}, warn() {}, error() {} };
let maker: PdfMaker;
beforeAll(() => {
  maker = openPdfMaker({ workers: 1, maxRenderMs: 300_000, log: quiet });
});
afterAll(() => maker.close());

const make = async (request: PdfRequest) => readPdf(await maker.make(request));

/** The text of a form with one field of this value. */
async function printed(element: Partial<Element>, value: JsonValue, locale: 'en' | 'he' = 'en'): Promise<string> {
  const form = formOf([{ name: 'field', label: 'Label', ...element } as Element], { locale });
  const { text } = await make(pdfRequest(form, { field: value }));
  return text.slice(text.indexOf('Label') + 'Label'.length, text.lastIndexOf(locale === 'en' ? 'Page' : '')).trim();
}

describe('[after-actions.pdfs.content] [after-actions.pdfs.standards] the automatic layout', () => {
  it('prints help of questions, sections and rows where the form wants it', async () => {
    const elements = [
      { type: 'fInput', name: 'a', label: 'Email', help: 'We send the *ticket* there.' },
      { type: 'fInput', name: 'c', label: 'שם', help: 'כמו שכתוב בדרכון' },
      {
        type: 'cSection',
        name: 's',
        label: 'Travel',
        help: 'Trains are fine.',
        children: [{ type: 'fInput', name: 'b', label: 'From', help: ' ' }],
      },
      {
        type: 'cRepeat',
        name: 'r',
        label: 'Guests',
        help: 'Two at most.',
        children: [{ type: 'fInput', name: 'n', label: 'Name', help: 'In a column' }],
      },
    ] as Element[];
    const data = { a: 'ada@example.org', c: 'עדה', s: { b: 'Haifa' }, r: [{ n: 'Bo' }] };
    const helps = ['We send the *ticket* there.', 'בדרכון', 'Travel Trains are fine.', 'Guests Two at most.'];
    const { text } = await make(pdfRequest(formOf(elements, { page: { helpInPdf: true } }), data));
    expect(helps.filter((help) => !text.includes(help))).toEqual([]);
    expect(text).not.toContain('In a column');
    const without = await make(pdfRequest(formOf(elements), data));
    expect(['ticket', 'בדרכון', 'Trains', 'Two at most'].filter((word) => without.text.includes(word))).toEqual([]);
  });

  it('prints an English form: title, facts, labels, values, page numbers', async () => {
    const pdf = await make(pdfRequest(orderForm, orderData));
    expect(pdf.title).toBe('Annual conference: registration (No. 38)');
    expect(pdf.lang).toBe('en');
    expect(pdf.pages.length).toBeGreaterThan(1);
    expect(pdf.pages[0]).toContain(
      'Annual conference: registration No. 38 Submitted 17 May 2024, 09:30 UTC Entry ID 665f00aa11bb22cc33dd44ee',
    );
    expect(pdf.pages[1]).toMatch(/^Annual conference: registration No\. 38 /);
    for (const [at, page] of pdf.pages.entries()) expect(page).toContain(`Page ${at + 1} of ${pdf.pages.length}`);
    for (const words of [
      'Thank you, Ada. Please bring this page with you; your number is 38.',
      'Date of birth 10 December 1985',
      'Phone +972 (50) 123-4567',
      'Company –',
      'Is this your first time with us? No',
      'Arrival 1 June 2024, 14:30 UTC',
      'Breakfast at 07:45',
      'Single with a view of the garden Old house',
      '• Breakfast • Dinner on the terrace',
      'T-shirt 1 19 Medium Yes',
      '4 of 5',
      '#1f7a6d',
      'What I remember The opening talk was splendid, and the notes still are.',
      'passport.pdf 1.2 MB',
      'lost.png 100 bytes',
    ]) {
      expect(pdf.text).toContain(words);
    }
  });

  it('leaves out what is hidden, calculated or pressed', async () => {
    const { text } = await make(pdfRequest(orderForm, { ...orderData, nobody: 'B-AD 1', secret: 'hush' }));
    for (const words of ['Car number', 'B-AD 1', 'Hidden tab', 'hush', 'Total', 'Press'])
      expect(text).not.toContain(words);
  });

  it('prints a Hebrew form from right to left, with other text inside it the right way round', async () => {
    const pdf = await make(pdfRequest(hebrewForm, hebrewData));
    expect(pdf.title).toBe('הרשמה לכנס השנתי (מספר 38)');
    expect(pdf.lang).toBe('he');
    const text = pdf.text;
    for (const words of [
      'פרטים',
      'אישיים',
      'noa.ben-david@example.co.il',
      '+972-50-123-4567',
      '+972-54-765-4321',
      'https://example.co.il/he/',
      'חולצת',
    ]) {
      expect(text).toContain(words);
    }
    expect(pdf.pages[1]).toContain('עמוד');
  });

  it('is tagged and declares PDF/UA-1, and PDF/A-2a for the archive', async () => {
    const screen = await make(pdfRequest(orderForm, orderData));
    expect(screen.isTagged).toBe(true);
    expect(screen.standards).toEqual({ ua: '1', a: undefined });
    expect(screen.roles).toEqual(
      expect.arrayContaining(['H1', 'H2', 'P', 'Table', 'TH', 'TD', 'L', 'LI', 'Figure', 'Link']),
    );
    const archive = await maker.make(pdfRequest(orderForm, orderData, { isArchive: true }));
    expect((await readPdf(archive)).standards).toEqual({ ua: '1', a: '2A' });
    const raw = archive.toString('latin1');
    expect(raw).toContain('/DisplayDocTitle true');
    expect(raw).toMatch(/\/OutputIntents \[\d+ 0 R\]/);
    expect(raw).toMatch(/\/DestOutputProfile \d+ 0 R/);
    expect(raw).not.toMatch(/\/FontFile3? null/);
  });

  it.each<[string, Partial<Element>, JsonValue, string]>([
    ['text', { type: 'fInput' }, 'plain', 'plain'],
    ['a number as it is', { type: 'fInput', typeValidator: 'num' }, 1234567.5, '1234567.5'],
    ['long text with its lines', { type: 'fLngTxt' }, 'one\n\ntwo', 'one two'],
    [
      'rich text',
      { type: 'fDoc' },
      '<p>a <b>b</b></p><ol><li>c</li></ol><table><tr><td>d</td></tr></table>',
      'a b 1. c d',
    ],
    ['an option by its label', { type: 'fSelect', options: [['x', 'Ex']] }, 'x', 'Ex'],
    ['an option of an options set', { type: 'fSelect', options: { url: 'https://example.org/o' } }, 'Haifa', 'Haifa'],
    ['an option that is gone', { type: 'fRadio', options: ['a'] }, 'b', 'b'],
    ['options from an expression', { type: 'fRadio', options: "[['1', 'One']]" }, '1', 'One'],
    ['a typed option', { type: 'fRadio', typeValidator: 'bool', options: [] }, true, 'Yes'],
    [
      'several options',
      {
        type: 'fSelect',
        selectMulti: true,
        options: [
          ['x', 'Ex'],
          ['y', 'Why'],
        ],
      },
      ['x', 'y'],
      '• Ex • Why',
    ],
    ['checkboxes', { type: 'fCheckbox', options: [['x', 'Ex']] }, ['x'], 'Ex'],
    ['true', { type: 'fBool' }, true, 'Yes'],
    ['a day', { type: 'fDate' }, '2024-02-29T00:00:00.000Z', '29 February 2024'],
    ['a time', { type: 'fDate', typeValidator: { type: 'date', mode: 't' } }, '1970-01-01T23:05:00.000Z', '23:05'],
    ['a file', { type: 'fFile' }, [upload('a b.txt', 'text/plain', 999)] as unknown as JsonValue, 'a b.txt 999 bytes'],
    ['strokes', { type: 'fSign' }, handwriting(3), ''],
    ['another signature', { type: 'fSign' }, 'opaque', 'Signed'],
    ['a rating', { type: 'fRate', rateMax: 10 }, 7, '7 of 10'],
    ['a rating beyond its range', { type: 'fRate' }, 9, '9 of 5'],
    ['a color', { type: 'fColor' }, 'rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
    ['a color by name', { type: 'fColor' }, 'rebeccapurple', 'rebeccapurple'],
    [
      'a matrix',
      {
        type: 'fMatrix',
        matrixQuestions: [['q', 'Quest']],
        options: [
          ['1', 'One'],
          ['2', 'Two'],
        ],
      },
      { q: '2' },
      'One Two Quest ✓',
    ],
    [
      'a matrix with answers that are gone',
      { type: 'fMatrix', matrixQuestions: ['q'], options: ['1'] },
      { q: '7' },
      'q: 7',
    ],
    ['a value of a former type', { type: 'fInput', typeValidator: 'num' }, 'many', 'many'],
    ['nothing', { type: 'fInput' }, null, '–'],
  ])('prints %s', async (_, element, value, text) => {
    expect(await printed(element, value)).toBe(text);
  });

  it('prints wide or long rows of a repeat as cards, short ones as a table', async () => {
    const field = (name: string): Element => ({ type: 'fInput', name, label: `Label ${name}` });
    const repeat = (names: string[]) => formOf([{ type: 'cRepeat', name: 'rows', children: names.map(field) }]);
    const short = await make(pdfRequest(repeat(['a', 'b']), { rows: [{ a: '1', b: '2' }, null] as JsonValue }));
    expect(short.text).toContain('Label a Label b 1 2 – –');
    expect(short.roles).toContain('Table');
    const wide = await make(pdfRequest(repeat([...'abcdefghi']), { rows: [{ a: '1' }, { i: '9' }] }));
    expect(wide.text).toMatch(/Row 1 Label a 1 .*Row 2 .*Label i 9/);
    expect(wide.roles).not.toContain('Table');
  });

  it('repeats the head of a table on every page, and breaks a long text', async () => {
    const children: Element[] = [
      { type: 'cRepeat', name: 'rows', repMaxRows: 500, children: [{ type: 'fInput', name: 'a', label: 'Heading' }] },
      { type: 'fLngTxt', name: 'long', label: 'Long' },
    ];
    const rows = Array.from({ length: 120 }, (_, i) => ({ a: `row-${i}` }));
    const long = Array.from({ length: 1500 }, (_, i) => `word${i}`).join(' ');
    const { pages, text } = await make(pdfRequest(formOf(children), { rows, long }));
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.slice(0, 3).every((page) => page.includes('Heading'))).toBe(true);
    for (const piece of ['row-0', 'row-119', 'word0', 'word1499']) expect(text).toContain(piece);
  });
});

describe('[after-actions.pdfs.content] text that looks like something else', () => {
  it.each([
    '#panic("no") #import "x" #{1+1} #sys',
    '*bold* _emph_ $x^2$ `raw` <label> @ref // comment /* c */ [x] {y} = heading - item + item / term: x',
    '\\ \\u{41} \\n "quotes" \'single\' -- --- ... ~ https://example.org',
    '</rdf:RDF><script>alert(1)</script> &amp; ]]> %PDF endobj stream',
    '{"json": [1, 2], "x": null}',
  ])('is printed as it is: %s', async (text) => {
    expect(await printed({ type: 'fInput' }, text)).toBe(text);
  });

  it('holds in labels, titles, options, file names and rich text too', async () => {
    const nasty = '#panic() *a* $b$ <c> @d \\';
    const children: Element[] = [
      {
        type: 'cSection',
        name: 's',
        label: nasty,
        children: [{ type: 'fSelect', name: 'f', label: nasty, options: [['x', nasty]] }],
      },
      { type: 'fFile', name: 'file', label: 'x' },
      { type: 'fDoc', name: 'doc', label: 'x' },
    ];
    const data = {
      f: 'x',
      file: [upload(nasty, 'text/plain', 1)] as unknown as JsonValue,
      doc: '<p>#panic() *a* $b$ &lt;c&gt; @d \\</p>',
    };
    const pdf = await make(pdfRequest(formOf(children, { publicName: nasty }), data as JsonObject));
    expect(pdf.title).toBe(`${nasty} (No. 38)`);
    expect(pdf.text.split(nasty).length - 1).toBe(6);
  });

  it('survives emoji, other scripts, long words, bidi controls, NUL and characters no font has', async () => {
    const text = `😀👨‍👩‍👧 Ελλάδα Привет مرحبا ${'x'.repeat(600)} \u202eevil\u202c \0 \u0007 \ue000 漢 \ud800 end`;
    const found = await printed({ type: 'fLngTxt' }, text);
    expect(found).toContain('Привет');
    expect(found).toContain('evil');
    expect(found.replace(/[ \u200b]/g, '')).toContain('x'.repeat(600));
    expect(found).toMatch(/\ufffd \ufffd \ufffd end$/);
    expect(found).not.toMatch(/[\u202e\u0007\ue000]/);
  });
});

describe('[after-actions.pdfs.content] pictures', () => {
  const form = formOf([{ type: 'fFile', name: 'pictures', label: 'Pictures' }]);
  const data = { pictures: [upload('pic.png', 'image/png', 100)] as unknown as JsonValue };
  const withImage = (image: Buffer | undefined) => make(pdfRequest(form, data, { readImage: async () => image }));

  it('are shown with their name', async () => {
    const { roles, text } = await withImage(tinyPng(2, 2));
    expect(roles).toContain('Figure');
    expect(text).toContain('pic.png 100 bytes');
  });

  it.each<[string, Buffer | undefined]>([
    ['missing', undefined],
    ['empty', Buffer.alloc(0)],
    ['no picture at all', Buffer.from('<svg onload="x"/>')],
    ['cut off', tinyPng(2, 2).subarray(0, 40)],
    ['larger than memory', tinyPng(60_000, 60_000)],
  ])('that are %s are listed by name', async (_, image) => {
    const { roles, text } = await withImage(image);
    expect(roles).not.toContain('Figure');
    expect(text).toContain('pic.png 100 bytes');
  });

  it('of a text with markup are drawn; those that the form may not show, and those in answers, are not', async () => {
    const [own, other] = ['A'.repeat(22), 'B'.repeat(22)];
    const html = `<h2>Rules</h2><p>Dear <b>{{ answers.who }}</b><img src="https://x.example/pictures/${own}" alt="A cat"></p>
      <ul><li>one</li></ul><p><img src="/pictures/${other}" alt="Gone"><img src="/etc/passwd"></p>`;
    const form = formOf([
      { type: 'fSelect', name: 'who', label: 'Who', options: [['d', 'Dana <b>']] },
      { type: 'fDoc', name: 'doc', label: 'Doc' },
      { type: 'eText', name: 'note', text: 'plain', html },
    ]);
    const hostile = { who: 'd', doc: `<p>x<img src="/pictures/${own}" path="/pictures/9.png"></p>` };
    const readPicture = async (id: string) => (id === own ? tinyPng(3, 2) : undefined);
    const { roles, text } = await make({ ...pdfRequest(form, hostile), readPicture });
    expect(roles.filter((role) => role === 'Figure')).toHaveLength(1);
    expect(text).toMatch(/Rules Dear Dana <b>.*one/);
    expect(text).not.toContain('plain');
  });

  it('in a signature are drawn', async () => {
    const url = `data:image/png;base64,${tinyPng(3, 2).toString('base64')}`;
    const { roles } = await make(pdfRequest(formOf([{ type: 'fSign', name: 's', label: 'S' }]), { s: url }));
    expect(roles).toContain('Figure');
  });
});

describe("[forms.layouts] an owner's Typst layout", () => {
  const typst = (source: string, data: JsonObject = orderData) =>
    make(pdfRequest(orderForm, data, { layout: { type: 'typst', source } }));
  const failure = (source: string) =>
    typst(source).then(
      () => undefined,
      (error: PdfError) => error,
    );

  it('finds the entry in /entry.json', async () => {
    const source = [
      '#let it = json("/entry.json")',
      '#it.model.first #it.model.address.city #repr(it.model.company) #it.texts.room #it.labels.at("items.price")',
      '#it.entry.submitIdx #it.form.title #it.texts.items.at(1).size #it.now',
    ].join('\n');
    const pdf = await typst(source);
    expect(pdf.text).toBe(`Ada London none Single with a view of the garden Price 38 ${orderForm.title} Medium ${now}`);
    expect(pdf.title).toBe(orderForm.title);
    expect(pdf.standards.ua).toBe('1');
  });

  it('renders the example of docs/pdf-layouts.md', async () => {
    const docs = readFileSync(new URL('../../../docs/pdf-layouts.md', import.meta.url), 'utf8');
    const source = /```typst\n([\s\S]*?)```/.exec(docs)![1]!;
    const { text } = await typst(source);
    for (const words of ['Certificate', 'Ada Lovelace-Byron', 'Proceedings, printed and bound in cloth', '1250']) {
      expect(text).toContain(words);
    }
  });

  it('gets line and message of what is wrong', async () => {
    const error = await failure('= Fine\n\n  #oops\n');
    expect(error?.message).toBe('The PDF layout has an error: line 3, column 4: unknown variable: oops');
    expect(error?.problems).toEqual([{ path: '/layout.typ', line: 3, column: 4, message: 'unknown variable: oops' }]);
    expect(error?.failure).toBe('layout');
  });

  it('cannot import packages or read files', async () => {
    expect((await failure('#import "@preview/cetz:0.2.0"'))?.message).toContain('packages cannot be imported here');
    for (const path of ['/etc/passwd', '../../etc/passwd', '/proc/self/environ', 'nothing.txt']) {
      expect((await failure(`#read("${path}")`))?.message).toContain('there is no such file in the layout');
    }
  });

  it('declares no standard that it does not keep', async () => {
    const { standards } = await typst(
      '#image(bytes("<svg xmlns=\\"http://www.w3.org/2000/svg\\" width=\\"9\\" height=\\"9\\"/>"), format: "svg")',
    );
    expect(standards.ua).toBeUndefined();
  });

  it('is the only other kind that is made here', async () => {
    const remote = pdfRequest(orderForm, orderData, { layout: { type: 'remote', url: 'https://example.org' } });
    await expect(maker.make(remote)).rejects.toThrow('A layout of type remote is not made here.');
  });
});

/** A picture of the given size; too large a one only says so in its head. */
function tinyPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const pixels = Buffer.alloc((1 + width * 3) * Math.min(height, 10));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
