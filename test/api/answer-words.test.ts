// One entry with answers of every kind that once read differently, through a running service: its email, the labelled csv, the PDF and
// the texts of a layout use the same words. The whole table: src/print/golden.md.
import { expect, test } from 'vitest';
import { download, readCsv } from '../support/download.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startService } from '../support/service.ts';
import { startSmtp } from '../support/smtp.ts';
import { reach } from '../support/upload.ts';

const speed = [
  ['s', 'Speed'],
  ['c', 'Cost'],
];
const elements = [
  { type: 'fSelect', name: 'day', label: 'Day', typeValidator: 'date', options: ['2024-05-01'] },
  { type: 'fSelect', name: 'yes', label: 'Sure', options: [true, false] },
  { type: 'fSelect', name: 'seal', label: 'Seal', typeValidator: 'sign', options: ['abc'] },
  {
    type: 'fCheckbox',
    name: 'order',
    label: 'Order',
    ranked: true,
    options: [
      ['p', 'Price'],
      ['q', 'Quality'],
    ],
  },
  { type: 'fRate', name: 'stars', label: 'Stars' },
  { type: 'fMatrix', name: 'flags', label: 'Flags', matrixQuestions: speed, options: [true, false] },
  {
    type: 'fMatrix',
    name: 'grid',
    label: 'Grid',
    matrixQuestions: speed,
    options: Array.from({ length: 8 }, (_, at) => [`${at}`, `Option ${at}`]),
  },
  { type: 'fDate', name: 'at', label: 'At', typeValidator: { type: 'date', mode: 'dt' } },
];
const data = {
  day: '2024-05-01',
  yes: true,
  seal: 'abc',
  order: ['q', 'p'],
  stars: 4,
  flags: { s: true, c: false },
  grid: { s: '1', c: '2' },
  at: '2024-05-17T22:30:00.000Z',
};

/** By name: the parts of each answer. */
const words: Readonly<Record<string, readonly string[]>> = {
  day: ['1 May 2024'],
  yes: ['Yes'],
  seal: ['Signed'],
  order: ['1. Quality', '2. Price'],
  stars: ['4 of 5'],
  flags: ['Speed: Yes', 'Cost: No'],
  grid: ['Speed: Option 1', 'Cost: Option 2'],
  at: ['18 May 2024, 01:30 GMT+3'],
};

test('[values.as-text] one entry reads the same in its email, the csv with labels, the PDF and the texts of a layout', async () => {
  const smtp = await startSmtp();
  const service = await startService({ SMTP_URL: smtp.url });
  try {
    const alice = asAlice(service);
    const names = Object.keys(words);
    const said = names.map((name) => `{{ answers.${name} }}`).join('\n');
    const form = await makeForm(service, {
      name: 'Words',
      timeZone: 'Asia/Jerusalem',
      formSchema: { rootElem: root(...elements) },
      postSubmit: { emails: [{ to: ['ops@example.com'], subject: 'New', text: said }] },
    });
    const sent = await alice('POST', '/entry/submit', { form, data });
    expect(sent.status).toBe(200);

    const lines = (smtp.emails[0]?.text ?? '').trim().split('\n');
    expect(lines).toEqual(names.map((name) => words[name]!.join(/: /.test(words[name]![0]!) ? '; ' : ', ')));

    const made = await alice('POST', '/entry/export', { query: { form } }, { query: { format: 'csv', labels: true } });
    const [titles = [], row = []] = readCsv((await download(service, made.body.url)).content);
    const cells = Object.fromEntries(
      elements.map(({ name, label }) => [name, row[titles.findIndex((one) => one.startsWith(label))]]),
    );
    // Dates sort, and ratings are counted with.
    const inCsv = { day: ['2024-05-01'], stars: ['4'], at: ['2024-05-18 01:30:00'] };
    const expected = Object.entries({ ...words, ...inCsv }).map(([name, parts]) => [name, parts.join(' | ')]);
    expect(cells).toEqual(Object.fromEntries(expected));

    const pdfText = async (templates: object[]) => {
      const definition = {
        name: 'Words',
        timeZone: 'Asia/Jerusalem',
        formSchema: { rootElem: root(...elements) },
        templates,
      };
      const { body } = await alice('POST', '/form/render', { form: definition, data });
      return (await readPdf(Buffer.from(await (await fetch(reach(service, body.url))).arrayBuffer()))).text;
    };
    const auto = await pdfText([]);
    // The matrix with two options is a grid.
    for (const part of [...Object.values({ ...words, flags: [] }).flat(), 'Yes No']) expect(auto).toContain(part);

    const print = names.map((name) => `#it.texts.${name}.split("\\n").join(" / ")`).join(' \\ ');
    const source = `#set document(title: "t")\n#let it = json("/entry.json")\n${print}`;
    const own = await pdfText([{ type: 'typst', source }]);
    for (const parts of Object.values(words)) expect(own).toContain(parts.join(' / '));
  } finally {
    await service.close();
    await smtp.close();
  }
});
