// Long texts of a PDF: set in the typesetting process, and printed up to a bound.
import { expect, it } from 'vitest';
import type { PrintedDocument, Value } from './printed-document.ts';
import { printText } from './printed-text.ts';
import { setTexts } from './set-texts.ts';
import { maxMarkup, maxNested, maxPrinted } from './text-budget.ts';

function documentOf(...values: Value[]): PrintedDocument {
  const blocks = values.map((value) => ({ kind: 'field', label: printText('Label'), value }) as const);
  const facts = [{ label: 'No.', value: printText('1') }];
  const texts = { name: 'Form', title: printText('Form'), description: '', number: '1', pageWords: 'Page {0}' };
  return { locale: 'en', dir: 'ltr', ...texts, date: [2024, 1, 1, 0, 0, 0], facts, blocks };
}

// biome-ignore lint/suspicious/noExplicitAny: what the layout reads is JSON.
const valuesIn = (...values: Value[]): any[] =>
  (
    setTexts({ path: '/x', value: documentOf(...values), unset: 'document' }) as { blocks: { value: unknown }[] }
  ).blocks.map(({ value }) => value);

const textValue = (text: string): Value => ({ kind: 'text', lines: printText(text) });

it('[after-actions.pdfs.limits] a long text is sent as it is and set in the typesetting process', () => {
  const text = `${'word '.repeat(1000)}\n\nשלום  `;
  expect(printText(text)).toEqual([{ text, dir: 'ltr', unset: {} }]);
  expect(valuesIn(textValue(text))[0].lines).toEqual([
    { text: 'word '.repeat(1000), dir: 'ltr' },
    { text: '', dir: 'ltr' },
    { text: 'שלום', dir: 'rtl' },
  ]);
});

it('[after-actions.pdfs.limits] rich text is set there too; one that shows nothing is empty', () => {
  const [rich, empty] = valuesIn({ kind: 'html', html: '<p>a</p>' }, { kind: 'html', html: '<p> </p>' });
  expect(rich).toEqual({ kind: 'rich', blocks: [{ kind: 'paragraph', dir: 'ltr', runs: [{ text: 'a', marks: [] }] }] });
  expect(empty).toEqual({ kind: 'empty' });
});

it('[after-actions.pdfs.limits] beyond the bound a text ends with a note, and what follows is only hinted at', () => {
  const [first, second, third] = valuesIn(textValue('word '.repeat(maxPrinted / 4)), textValue('more'), {
    kind: 'html',
    html: '<p>more</p>',
  });
  expect(first.lines).toHaveLength(2);
  expect(first.lines[0].text.length).toBeLessThan(maxPrinted);
  expect(first.lines[0].text).toMatch(/word …$|wo?r?d?…$/);
  expect(first.lines[1].text).toBe('The rest is too long to be printed.');
  expect(second.lines).toEqual([{ text: '…', dir: 'ltr' }]);
  expect(third.blocks).toEqual([]);
});

it('[after-actions.pdfs.limits] rich text ends with the note once', () => {
  const [rich] = valuesIn({ kind: 'html', html: '<ul>'.concat('<li>x</li>'.repeat(20_000), '</ul>') });
  expect(rich.blocks.length).toBeLessThan(10_000);
  const notes = JSON.stringify(rich.blocks).split('The rest is too long to be printed.').length - 1;
  expect([notes, rich.blocks.at(-1).runs[0].text]).toEqual([1, 'The rest is too long to be printed.']);
});

const richOf = (html: string) => valuesIn({ kind: 'html', html })[0];
// biome-ignore lint/suspicious/noExplicitAny: what the layout reads is JSON.
const countIn = (part: any, isWanted: (part: any) => boolean): number =>
  typeof part !== 'object' || part === null
    ? 0
    : (isWanted(part) ? 1 : 0) + Object.values(part).reduce<number>((so, inner) => so + countIn(inner, isWanted), 0);

it.each([
  ['list items', (n: number) => `<ol start="3">${`<li>Q</li>`.repeat(n)}</ol>`, `${maxMarkup + 100 + 2}. Q`],
  ['lists', (n: number) => '<ul><li>Q</li></ul>'.repeat(n), '• Q'],
  ['titles', (n: number) => '<h1>Q</h1>'.repeat(n), 'Q'],
  ['cells', (n: number) => `<table>${'<tr><td>Q</td></tr>'.repeat(n)}</table>`, 'Q'],
  ['lines of code', (n: number) => `<pre>${'Q<br>'.repeat(n - 1)}Q</pre>`, 'Q'],
  ['raised runs', (n: number) => '<p><sup>Q</sup></p>'.repeat(n), 'Q'],
])(
  '[after-actions.pdfs.limits] more %s than the typesetter sets quickly are plain paragraphs, without loss of text',
  (_, of, last) => {
    const { blocks } = richOf(of(maxMarkup + 100));
    expect(JSON.stringify(blocks).split('Q').length - 1).toBe(maxMarkup + 100);
    const text = (blocks.at(-1).runs as { text: string }[]).map((run) => run.text).join('');
    expect(text).toBe(last);
    const isMarkup = (part: { kind?: string; marks?: string[] }) =>
      ['title', 'code'].includes(part.kind ?? '') || (part.marks ?? []).includes('super');
    expect(countIn(blocks, isMarkup)).toBeLessThanOrEqual(maxMarkup);
  },
);

it.each([
  ['a title', '<h2>Q</h2>'],
  ['code', '<pre>Q</pre>'],
  ['a quote', '<blockquote>Q</blockquote>'],
])('[after-actions.pdfs.limits] plain items of a list keep their number, also before %s', (_, inside) => {
  const { blocks } = richOf(`<ol>${`<li>${inside}</li>`.repeat(maxMarkup + 3)}</ol>`);
  const text = JSON.stringify(blocks.slice(1));
  const first = blocks[0].items.length + 1;
  for (let number = first; number <= maxMarkup + 3; number++) expect(text).toContain(`"${number}. "`);
});

it('[after-actions.pdfs.limits] markup that is too much by itself leaves room for other markup', () => {
  const { blocks } = richOf(`<pre>${'Q<br>'.repeat(maxMarkup)}Q</pre><h2>T</h2>`);
  expect(blocks.at(-1)).toMatchObject({ kind: 'title', runs: [{ text: 'T' }] });
});

it.each(['blockquote', 'ul', 'table'])(
  '[after-actions.pdfs.limits] as much text is printed in a %s as in paragraphs',
  (tag) => {
    const [open, close] = { blockquote: ['', ''], ul: ['<li>', '</li>'], table: ['<tr><td>', '</td></tr>'] }[tag]!;
    const paragraph = `${open}<p>${'many usual words of prose '.repeat(60)}</p>${close}`;
    const { blocks } = richOf(`<${tag}>${paragraph.repeat(120)}</${tag}><p>the end</p>`);
    expect(blocks.at(-1).runs[0].text).toBe('the end');
  },
);

it('[after-actions.pdfs.limits] markup is nested a few levels deep, and deeper text is still there', () => {
  const depthOf = (part: unknown): number =>
    typeof part !== 'object' || part === null
      ? 0
      : ('items' in part || 'rows' in part || 'blocks' in part ? 1 : 0) +
        Math.max(0, ...Object.values(part).map(depthOf));
  for (const open of ['<ul><li>', '<blockquote>', '<table><tr><td>']) {
    const { blocks } = richOf(`${`${open}x`.repeat(40)}the end`);
    expect(depthOf(blocks)).toBeLessThanOrEqual(maxNested);
    expect(JSON.stringify(blocks)).toContain('the end');
  }
});

it('[after-actions.pdfs.limits] 150,000 lines in one block of code are no trouble', () => {
  const [rich] = valuesIn({ kind: 'html', html: `<pre>${'a<br>'.repeat(150_000)}</pre>` });
  expect(rich.blocks.at(-1).runs[0].text).toBe('The rest is too long to be printed.');
});

it('[after-actions.pdfs.limits] texts for layouts are whole', () => {
  const text = 'x'.repeat(5000);
  const value = {
    form: { id: '1', title: 'F', locale: 'en' },
    ...{ entry: {}, model: {}, labels: {}, pictures: {}, drawings: {}, now: '' },
    texts: {
      a: ['unset', textValue(text)],
      unset: null,
      s: { r: [{ b: ['unset', { kind: 'html', html: '<b>y</b>' }] }] },
    },
  } as const;
  // biome-ignore lint/suspicious/noExplicitAny: what the layout reads is JSON.
  const { texts } = setTexts({ path: '/x', value, unset: 'layout input' } as any) as any;
  expect(texts).toEqual({ a: expect.stringMatching(/^x+$/), unset: null, s: { r: [{ b: 'y' }] } });
  expect(texts.a).toHaveLength(5000);
});
