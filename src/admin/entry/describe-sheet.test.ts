import { expect, test } from 'vitest';
import type { Element, JsonObject } from '../../core/definition/form-definition.ts';
import type { Answer } from '../../fields/answer.ts';
import { answerLines, itemText } from '../../print/line.ts';
import { type Sheet, type SheetBlock, sheetReader } from './describe-sheet.ts';
import { hrefOf } from './text-link.ts';
import { withoutEmpty } from './without-empty.ts';

const section = (name: string, label: string, ...children: object[]) => ({ type: 'cSection', name, label, children });
const rootElem = section(
  'root',
  'The form',
  section(
    'you',
    'About you',
    { type: 'cRow', name: 'row', children: [[{ type: 'fInput', name: 'name', label: 'Name' }], []] },
    { type: 'fInput', name: 'site' },
  ),
  { ...section('address', 'Address', { type: 'fInput', name: 'city', label: 'City' }), secFlat: false },
  { type: 'eText', name: 'text', text: 'Only to read' },
  { type: 'fBool', name: 'comes', label: 'Comes' },
  { type: 'fInput', name: 'why', label: 'Why not?', relevant: '!model.comes' },
  { type: 'fCheckbox', name: 'days', label: 'Days', options: [['mo', 'Monday'], 'tu'] },
  { type: 'fMatrix', name: 'grid', label: 'Grid', matrixQuestions: [['q1', 'Food'], 'q2'], options: [['1', 'Bad']] },
  {
    type: 'cRepeat',
    name: 'guests',
    label: 'Guests',
    children: [
      { type: 'fInput', name: 'name', label: 'Guest' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
    ],
  },
  {
    type: 'cRepeat',
    name: 'rooms',
    label: 'Rooms',
    children: [
      { type: 'fInput', name: 'number', label: 'Number' },
      { type: 'cRepeat', name: 'beds', label: 'Beds', children: [{ type: 'fInput', name: 'size', label: 'Size' }] },
    ],
  },
  {
    type: 'cTabs',
    name: 'tabs',
    tabs: [{ label: 'First tab' }],
    children: [[{ type: 'fRate', name: 'rate', label: 'Rate' }]],
  },
) as unknown as Element;

const read = sheetReader({ formSchema: { rootElem } });
const sheetOf = (data: JsonObject): Sheet => read(data);

/** Short, to compare: `Label: answer`, tables as lines. */
function lines(blocks: readonly SheetBlock[]): unknown[] {
  return blocks.map((block) => {
    if (block.kind === 'answer') return `${block.label}: ${short(block.answer)}`;
    if (block.kind === 'group') return [block.title, ...lines(block.blocks)];
    if (block.kind === 'table') return [block.title, block.columns, ...block.rows.map((row) => row.map(short))];
    return [block.title, ...block.cards.map(lines)];
  });
}

function short(answer: Answer | undefined): string {
  if (answer === undefined) return '-';
  const style = { locale: 'en', timeZone: 'UTC' } as const;
  if (answer.kind !== 'pairs') return answerLines(answer, style).join('+');
  return answer.pairs.map(({ question, answer: one }) => `${question}=${one ? itemText(one, style) : '-'}`).join(' ');
}

test('[management] sheet: sections are groups, rows of repeats tables, nested ones cards; what was hidden is not a question', () => {
  const data: JsonObject = {
    name: 'Ruth',
    address: { city: 'Acre' },
    comes: true,
    days: ['mo', 'tu'],
    grid: { q1: '1' },
    guests: [{ name: 'Dan', age: 9 }, { name: 'Noa' }, null],
    rooms: [{ number: '1', beds: [{ size: 'Queen' }] }],
  };
  const { blocks, others } = sheetOf(data);
  expect(lines(blocks)).toEqual([
    ['About you', 'Name: Ruth', 'site: -'],
    ['Address', 'City: Acre'],
    'Comes: Yes',
    'Days: Monday+tu',
    'Grid: Food=Bad q2=-',
    ['Guests', ['Guest', 'Age'], ['Dan', '9'], ['Noa', '-'], ['-', '-']],
    ['Rooms', ['Number: 1', ['Beds', ['Size'], ['Queen']]]],
    ['First tab', 'Rate: -'],
  ]);
  expect(others).toEqual([]);
  const filled = withoutEmpty(blocks);
  expect(filled.emptyCount).toBe(2);
  expect(lines(filled.blocks)).toEqual([['About you', 'Name: Ruth'], ...lines(blocks).slice(1, 7)]);
});

test('[management] sheet: nothing that is stored is left out: values of another type, hidden ones, names that are gone', () => {
  const { blocks, others } = sheetOf({
    name: { first: 'Ruth' },
    comes: true,
    why: 'It rains',
    guests: [{ name: 'Dan', shoe: 43 }],
    rooms: 'two',
    tabs: { __activeTab: 0 },
    fax: '12',
    address: { zip: [1] },
  });
  expect(lines(withoutEmpty(blocks).blocks)).toEqual([
    ['About you', 'Name: {"first":"Ruth"}'],
    'Comes: Yes',
    'Why not?: It rains',
    ['Guests', ['Guest'], ['Dan']],
    'Rooms: two',
  ]);
  expect(lines(others)).toEqual(['guests.1.shoe: 43', 'fax: 12', 'address.zip: [1]']);
});

test('[management] sheet: a text is a link only where it is an address and nothing else; a definition with mistakes is read as far as it goes', () => {
  const links = (text: string) => {
    const [you] = sheetOf({ name: text }).blocks;
    const [first] = you?.kind === 'group' ? you.blocks : [];
    return first?.kind === 'answer' && first.answer?.kind === 'text' ? hrefOf(first.answer) : 'none';
  };
  expect(links('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  expect(links('ruth@example.com')).toBe('mailto:ruth@example.com');
  for (const text of [
    'javascript:alert(1)',
    'see https://example.com',
    'a@b.c?bcc=d@e.f',
    'data:text/html,x',
    'http:',
  ]) {
    expect(links(text)).toBeUndefined();
  }
  const broken = sheetReader({ formSchema: { rootElem: { type: 'fInput', name: 'x' } } })({ name: 'Ruth' });
  expect([broken.blocks, lines(broken.others)]).toEqual([[], ['name: Ruth']]);
});
