// Charts as files: what a picture holds, that no text of a form breaks it, and numbers that spreadsheets take as they are.
import { expect, test } from 'vitest';
import { chartCsv } from './chart-csv.ts';
import { type ChartPicture, drawPicture } from './chart-picture.ts';
import { highest } from './chart-texts.ts';

const measure = (text: string) => text.length * 7;
const picture: ChartPicture = {
  title: 'Colour <b> & "more" \u0001\ud800',
  note: '3 of 4 answered',
  summary: 'Most chosen: Red.',
  legend: ['Red lovers', 'All'],
  parts: [
    {
      kind: 'bars',
      bars: [
        {
          label: 'Red',
          values: [
            { share: 0.5, text: '2 · 50%' },
            { share: 2, text: '9' },
          ],
        },
        {
          label: 'x'.repeat(5000),
          isRest: true,
          values: [
            { share: 0, text: '0' },
            { share: 0, text: '0' },
          ],
        },
      ],
    },
    {
      kind: 'columns',
      caption: 'All',
      columns: [
        { short: '1 May', count: 3 },
        { short: '2 May', count: 0 },
      ],
      scale: [0, 2, 4].map((value) => ({ value, text: String(value) })),
      labelled: new Set([0]),
    },
    {
      kind: 'grid',
      head: ['Bad', 'Good'],
      rows: [
        {
          name: 'Room',
          cells: [
            { share: 1, lines: ['3', '100%'] },
            { share: 0, lines: ['0'] },
          ],
        },
      ],
    },
  ],
};

test('[management] a chart as a picture: well-formed, everything inside it, nothing of a text is markup', () => {
  const { svg, width, height } = drawPicture(picture, { direction: 'ltr', measure });
  expect(svg).toContain('Colour &lt;b&gt; &amp; "more"');
  expect(svg).not.toMatch(/<b>|[\u0000-\u001f]|[\ud800-\udfff](?![\udc00-\udfff])/);
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text?.replace(/[\u2068\u2069]/g, ''));
  for (const words of ['3 of 4 answered', 'Red', '2 · 50%', 'Red lovers', '1 May', 'Room', '100%']) {
    expect(texts).toContain(words);
  }
  expect(texts).not.toContain('2 May');
  for (const [, x, y, wide, tall] of svg.matchAll(
    /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
  )) {
    expect([Number(x) + Number(wide) <= width, Number(y) + Number(tall) <= height]).toEqual([true, true]);
  }
});

test('[management] a chart as a picture: in Hebrew everything is on the other side', () => {
  const placesOf = (direction: 'ltr' | 'rtl') =>
    [
      ...drawPicture(picture, { direction, measure }).svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g),
    ].map(([, x, wide]) => [Number(x), Number(wide)] as const);
  const mirrored = placesOf('rtl').map(([x, wide]) => [Math.round((760 - x - wide) * 100) / 100, wide]);
  expect(mirrored).toEqual(placesOf('ltr'));
});

test('[management] a chart as CSV: numbers as they are, texts that no spreadsheet runs', () => {
  const cell = { text: '1,234', value: 1234 };
  expect(
    chartCsv({
      head: ['Answer', 'Number'],
      rows: [
        ['=1+1', cell],
        ['say "no", ok', { text: '50%', value: 0.5 }],
      ],
    }),
  ).toBe('\ufeffAnswer,Number\r\n\'=1+1,1234\r\n"say ""no"", ok",0.5\r\n');
});

test('[management] what was counted most often: all of it where several are equal, nothing where nothing was counted', () => {
  const counts = (...list: number[]) => highest(list.map((count, at) => ({ count, at }))).map(({ at }) => at);
  expect([counts(1, 3, 2), counts(3, 1, 3), counts(0, 0), counts()]).toEqual([[1], [0, 2], [], []]);
});
