// Documents that a process typesets while it has nothing else to do: the compiler's code is translated when it is run, first
// quickly and, where it runs often, well. After these a usual document takes a tenth of the time of the first.

import { directionOf, type Locale, locales } from '../../core/locale/locale.ts';
import { answersWords } from '../../words/all/answers.ts';
import { pdfWords } from '../../words/all/server/pdf.ts';
import { autoLayout } from './auto-layout.ts';
import { layoutMain } from './layout-main.ts';
import type { PrintedDocument, Value } from './printed-document.ts';
import { printText } from './printed-text.ts';
import type { TypesetJob } from './typst-job.ts';

const values: Value[] = [
  { kind: 'text', lines: printText('Ada Lovelace, שלום +972 50 123 4567') },
  { kind: 'empty' },
  { kind: 'list', items: [{ lines: printText('one'), note: printText('group') }, { lines: printText('two') }] },
  { kind: 'stars', value: 3, max: 5, words: '3 of 5' },
  { kind: 'swatch', lines: printText('#1d4e79'), hex: '#1d4e79' },
  {
    kind: 'drawing',
    widthMm: 20,
    alt: 'Signature',
    words: answersWords.en.signed,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="9mm" viewBox="0 0 20 9"><path d="M1 1Q9 9 19 1" fill="none" stroke="#000"/></svg>',
  },
  { kind: 'files', pictures: [], files: [{ lines: printText('plan.pdf'), note: printText('1.0 MB') }] },
  {
    kind: 'grid',
    options: [printText('Good'), printText('Bad')],
    rows: [{ question: printText('Food'), chosen: 1 }],
  },
  {
    kind: 'rich',
    blocks: [
      {
        kind: 'paragraph',
        dir: 'ltr',
        runs: [{ text: 'bold', marks: ['bold', 'italic'], href: 'https://example.org' }],
      },
      {
        kind: 'list',
        isOrdered: true,
        start: 1,
        items: [[{ kind: 'paragraph', dir: 'rtl', runs: [{ text: 'א', marks: [] }] }]],
      },
    ],
  },
];

const fields = values.map((value) => ({ kind: 'field', label: printText('Label'), value }) as const);

function sample(locale: Locale): PrintedDocument {
  const title = printText(pdfWords[locale].sampleTitle);
  return {
    locale,
    dir: directionOf(locale),
    name: 'Sample',
    title,
    description: 'Sample',
    date: [2024, 1, 1, 0, 0, 0],
    facts: [{ label: 'No.', value: printText('1') }],
    number: 'No. 1',
    pageWords: 'Page {0} of {1}',
    blocks: [
      { kind: 'heading', level: 1, title },
      { kind: 'text', lines: printText('Text') },
      { kind: 'columns', columns: [[fields[0]!], [fields[1]!]] },
      ...fields,
      { kind: 'table', head: [title], columns: [{ weight: 1, isNumeric: true }], rows: Array(40).fill([values[0]!]) },
      { kind: 'heading', level: 2, title },
      { kind: 'cards', cards: [{ number: 'Row 1', blocks: fields.slice(0, 3) }] },
    ],
  };
}

const rounds = 12;

export function* warmUpJobs(): Generator<TypesetJob, undefined> {
  for (let round = 0; round < rounds; round++) {
    for (const locale of locales) yield warmUpJob(locale);
  }
}

function warmUpJob(locale: Locale): TypesetJob {
  return {
    kind: 'typeset',
    main: '/main.typ',
    sources: [
      { path: '/main.typ', text: layoutMain },
      { path: '/layout.typ', text: autoLayout },
    ],
    data: [
      { path: '/document.json', value: sample(locale) },
      { path: '/entry.json', value: { form: { title: 'Sample', locale } } },
    ],
    pictures: [],
    conformance: { isArchive: true },
  };
}
