import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinRows, joinValues } from './join-cells.ts';

/** Takes apart what was joined, by the rule alone. */
function split(text: string, mark: string): string[] {
  const items: string[] = [];
  let item = '';
  for (let at = 0; at <= text.length; ) {
    if (item === '' && text[at] === '"') {
      const [quoted = ''] = /^"(?:[^"]|"")*"/.exec(text.slice(at)) ?? [];
      item = quoted.slice(1, -1).replaceAll('""', '"');
      at += quoted.length;
      items.push(item);
      item = '';
      at += mark.length;
    } else if (at === text.length || text.startsWith(mark, at)) {
      items.push(item);
      item = '';
      at += mark.length;
    } else item += text[at++];
  }
  return items;
}

const awkward = fc.array(fc.constantFrom('a', '"', '|', ' ', '\n', '\r', ' | ', ';'), { maxLength: 6 });
const texts = fc.array(
  awkward.map((parts) => parts.join('')).filter((text) => text !== ''),
  { minLength: 1, maxLength: 4 },
);

test('[export.table.joins] whatever values and rows hold, what was joined comes apart again', () => {
  const comesApart = (join: (items: string[]) => string, mark: string) =>
    fc.property(texts, (items) => {
      expect(split(join(items), mark)).toEqual(items);
    });
  fc.assert(comesApart(joinValues, ' | '));
  fc.assert(comesApart(joinRows, '\n'));
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (rows) => {
      const joined = joinRows(rows.map(joinValues));
      expect(split(joined, '\n').map((row) => split(row, ' | '))).toEqual(rows);
    }),
  );
});

test('[export.table.joins] ordinary values are joined without quotation marks; rows keep their lines', () => {
  expect(joinValues(['Price', 'Quality, mostly', '5" nails'])).toBe('Price | Quality, mostly | 5" nails');
  expect(joinValues(['a | b', '"c"'])).toBe('"a | b" | """c"""');
  expect(joinRows(['Tea', '', 'Milk | Sugar'])).toBe('Tea\n\nMilk | Sugar');
  expect(joinRows(['', ''])).toBe('');
});
