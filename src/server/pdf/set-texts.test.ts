// Long texts of a PDF: set in the typesetting process, and printed up to a bound.
import { expect, it } from 'vitest';
import { maxPrinted } from './print-room.ts';
import type { PrintedDocument, Value } from './printed-document.ts';
import { printText } from './printed-text.ts';
import { setTexts } from './set-texts.ts';

function documentOf(...values: Value[]): PrintedDocument {
  const blocks = values.map((value) => ({ kind: 'field', label: printText('Label'), value }) as const);
  const facts = [{ label: 'No.', value: printText('1') }];
  const texts = { name: 'Form', title: printText('Form'), description: '', number: '1', pageWords: 'Page {0}' };
  return { locale: 'en', ...texts, date: [2024, 1, 1, 0, 0, 0], facts, blocks };
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
  expect(rich.blocks).toHaveLength(2);
  expect(rich.blocks[0].items.length).toBeLessThan(10_000);
  expect(rich.blocks[1].runs[0].text).toBe('The rest is too long to be printed.');
});

it('[after-actions.pdfs.limits] 150,000 lines in one block of code are no trouble', () => {
  const [rich] = valuesIn({ kind: 'html', html: `<pre>${'a<br>'.repeat(150_000)}</pre>` });
  expect(rich.blocks[0].kind).toBe('code');
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
