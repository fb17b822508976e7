// A chart as an SVG picture for documents and slides: always light, with its title, summary and, of two views, their names.
// Pure: how wide a text is, the caller tells.
import { isolated } from './chart-texts.ts';

export interface ChartPicture {
  readonly title: string;
  readonly note?: string | undefined;
  readonly summary?: string | undefined;
  /** The names of two views that are compared. */
  readonly legend?: readonly string[] | undefined;
  readonly parts: readonly PicturePart[];
}

export type PicturePart = BarsPart | ColumnsPart | GridPart;

export interface BarsPart {
  readonly kind: 'bars';
  readonly bars: readonly {
    readonly label: string;
    readonly isRest?: boolean | undefined;
    /** One for each view: its share from 0 to 1, and the words beside it. */
    readonly values: readonly { readonly share: number; readonly text: string }[];
  }[];
}

export interface ColumnsPart {
  readonly kind: 'columns';
  readonly caption?: string | undefined;
  /** Which of two views. */
  readonly series?: number;
  readonly columns: readonly { readonly short: string; readonly count: number }[];
  readonly scale: readonly { readonly value: number; readonly text: string }[];
  readonly labelled: ReadonlySet<number>;
}

export interface GridPart {
  readonly kind: 'grid';
  readonly caption?: string | undefined;
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly cells: readonly { readonly share: number; readonly lines: readonly string[] }[];
  }[];
}

export type MeasureText = (text: string, font: string) => number;

export interface PictureTools {
  readonly direction: 'ltr' | 'rtl';
  readonly measure: MeasureText;
}

const width = 760;
const padding = 28;
const inner = width - 2 * padding;
const family = "-apple-system, 'Segoe UI', Roboto, Arial, system-ui, sans-serif";
const colors = {
  ink: '#1b2220',
  quiet: '#55615d',
  hair: '#dfe5e2',
  track: '#eef1ef',
  series: ['#0b6b52', '#c4741a'],
  rest: '#9aa5a1',
};

export function drawPicture(
  { title, note, summary, legend, parts }: ChartPicture,
  tools: PictureTools,
): { svg: string; width: number; height: number } {
  const sheet = createSheet(tools);
  sheet.paragraph(title, { size: 20, weight: 600, color: colors.ink, gap: 6 });
  if (note !== undefined) sheet.paragraph(note, { size: 13, color: colors.quiet, gap: 6 });
  if (summary !== undefined) sheet.paragraph(summary, { size: 15, color: colors.ink, gap: 10 });
  for (const [at, name] of (legend ?? []).entries()) {
    sheet.rect({ start: 0, width: 12, top: 3, height: 12, color: colors.series[at]!, radius: 3 });
    sheet.paragraph(name, { size: 14, color: colors.ink, gap: 4, indent: 20 });
  }
  sheet.skip(10);
  for (const part of parts) {
    if (part.kind !== 'bars' && part.caption !== undefined) {
      sheet.paragraph(part.caption, { size: 14, weight: 600, color: colors.ink, gap: 8 });
    }
    if (part.kind === 'bars') drawBars(sheet, part);
    else if (part.kind === 'columns') drawColumns(sheet, part);
    else drawGrid(sheet, part);
    sheet.skip(14);
  }
  return sheet.finish();
}

type Sheet = ReturnType<typeof createSheet>;

function drawBars(sheet: Sheet, { bars }: BarsPart): void {
  const numbers = 110;
  for (const { label, isRest, values } of bars) {
    sheet.paragraph(label, { size: 14, color: colors.ink, gap: 3 });
    for (const [at, { share, text }] of values.entries()) {
      const whole = inner - numbers;
      sheet.rect({ start: 0, width: whole, top: 3, height: 12, color: colors.track, radius: 6 });
      const drawn = whole * Math.min(1, Math.max(0, share));
      if (drawn > 0) {
        const color = isRest ? colors.rest : colors.series[at]!;
        sheet.rect({ start: 0, width: Math.max(drawn, 3), top: 3, height: 12, color, radius: 6 });
      }
      sheet.text(text, { at: inner, top: 14, size: 13, color: colors.quiet, anchor: 'end' });
      sheet.skip(20);
    }
    sheet.skip(7);
  }
}

function drawColumns(sheet: Sheet, { columns, scale, labelled, series = 0 }: ColumnsPart): void {
  const height = 190;
  const top = Math.max(1, scale.at(-1)?.value ?? 1);
  const axis = 8 + Math.max(...scale.map(({ text }) => sheet.measure(text, 12)));
  const field = inner - axis;
  for (const { value, text } of scale) {
    const place = 8 + height - (value / top) * height;
    sheet.rect({ start: axis, width: field, top: place, height: 1, color: colors.hair });
    sheet.text(text, { at: axis - 8, top: place + 4, size: 12, color: colors.quiet, anchor: 'end' });
  }
  const step = field / Math.max(1, columns.length);
  const breadth = Math.max(1, Math.min(step * 0.78, 56));
  for (const [at, { short, count }] of columns.entries()) {
    const tall = (count / top) * height;
    const middle = axis + (at + 0.5) * step;
    if (tall > 0) {
      const place = { start: middle - breadth / 2, width: breadth, top: 8 + height - tall, height: tall };
      sheet.rect({ ...place, color: colors.series[series]!, radius: Math.min(3, breadth / 2) });
    }
    if (labelled.has(at)) {
      sheet.text(short, { at: middle, top: height + 26, size: 12, color: colors.quiet, anchor: 'middle' });
    }
  }
  sheet.skip(height + 36);
}

function drawGrid(sheet: Sheet, { head, rows }: GridPart): void {
  const names = Math.min(inner * 0.34, 220);
  const cell = (inner - names) / Math.max(1, head.length);
  const line = 16;
  const heads = head.map((text) => sheet.wrap(text, { size: 12, width: cell - 6 }));
  const tallest = Math.max(0, ...heads.map(({ length }) => length));
  for (const [at, lines] of heads.entries()) {
    for (const [row, text] of lines.entries()) {
      const place = { at: names + (at + 0.5) * cell, top: (tallest - lines.length + row + 1) * line };
      sheet.text(text, { ...place, size: 12, color: colors.quiet, anchor: 'middle' });
    }
  }
  sheet.skip(tallest * line + 8);
  for (const { name, cells } of rows) {
    const lines = sheet.wrap(name, { size: 13, width: names - 12 });
    const height = Math.max(44, lines.length * line + 12);
    for (const [at, text] of lines.entries()) {
      const top = (height - lines.length * line) / 2 + (at + 1) * line - 4;
      sheet.text(text, { at: 0, top, size: 13, color: colors.ink, anchor: 'start' });
    }
    for (const [at, { share, lines: words }] of cells.entries()) {
      const color = mix(Math.min(1, Math.max(0, share)) * 0.5);
      sheet.rect({ start: names + at * cell + 2, width: cell - 4, top: 2, height: height - 4, color, radius: 6 });
      for (const [row, text] of words.entries()) {
        const top = height / 2 + (row - (words.length - 1) / 2) * line + 5;
        const size = row === 0 ? 14 : 12;
        sheet.text(text, { at: names + (at + 0.5) * cell, top, size, color: colors.ink, anchor: 'middle' });
      }
    }
    sheet.skip(height);
  }
}

/** White, with so much of the first color in it. */
function mix(part: number): string {
  const [red, green, blue] = [11, 107, 82].map((one) => Math.round(247 + (one - 247) * part));
  return `rgb(${red} ${green} ${blue})`;
}

interface TextPlace {
  readonly at: number;
  readonly top: number;
  readonly size: number;
  readonly weight?: number;
  readonly color: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Everything is placed from the side where reading starts, and from where the sheet has got to. */
function createSheet({ direction, measure }: PictureTools) {
  const isFlipped = direction === 'rtl';
  const shapes: string[] = [];
  let y = padding;
  const widthOf = (text: string, size: number, weight = 400) => measure(text, `${weight} ${size}px ${family}`);

  function text(words: string, { at, top, size, weight = 400, color, anchor }: TextPlace): void {
    const x = isFlipped ? width - padding - at : padding + at;
    shapes.push(
      `<text x="${round(x)}" y="${round(y + top)}" font-size="${size}" font-weight="${weight}" fill="${color}" text-anchor="${anchor}">${xmlText(isolated(words))}</text>`,
    );
  }

  function wrap(words: string, { size, weight, width: room }: { size: number; weight?: number; width: number }) {
    const lines: string[] = [];
    let line = '';
    const fits = (candidate: string) => widthOf(candidate, size, weight) <= room;
    for (const word of words.trim().split(/\s+/).slice(0, mostWords)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) line = longer;
      else {
        if (line !== '') lines.push(line);
        line = fits(word) ? word : cut(word, fits);
      }
    }
    if (line !== '') lines.push(line);
    return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1]}…`];
  }

  return {
    wrap,
    text,
    measure: widthOf,
    skip(height: number) {
      y += height;
    },
    paragraph(
      words: string,
      look: { size: number; weight?: number; color: string; gap: number; indent?: number },
    ): void {
      const { size, weight = 400, color, gap, indent = 0 } = look;
      const lineHeight = Math.round(size * 1.35);
      for (const line of wrap(words, { size, weight, width: inner - indent })) {
        text(line, { at: indent, top: size, size, weight, color, anchor: 'start' });
        y += lineHeight;
      }
      y += gap;
    },
    rect(box: { start: number; width: number; top: number; height: number; color: string; radius?: number }): void {
      const x = isFlipped ? width - padding - box.start - box.width : padding + box.start;
      const radius = box.radius === undefined ? '' : ` rx="${box.radius}"`;
      shapes.push(
        `<rect x="${round(x)}" y="${round(y + box.top)}" width="${round(box.width)}" height="${round(box.height)}"${radius} fill="${box.color}"/>`,
      );
    },
    finish() {
      const height = Math.ceil(y + padding - 14);
      const start = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" direction="${direction}" font-family="${family}">`;
      const svg = `${start}<rect width="${width}" height="${height}" fill="#ffffff"/>${shapes.join('')}</svg>`;
      return { svg, width, height };
    },
  };
}

const mostWords = 400;
const mostLines = 6;

/** As many of a long word's characters as fit. */
function cut(word: string, fits: (text: string) => boolean): string {
  const characters = [...word].slice(0, 200);
  let [low, high] = [1, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(`${characters.slice(0, middle).join('')}…`)) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join('')}…`;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** XML has no place for some characters at all, not even escaped. */
export function xmlText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
