// The lists of options of an XLSForm, and the filters that questions put on them.
import { CannotSay } from '../cannot-say.ts';
import { filteredOptions, maxFiltered, type PlainOption, shortOption } from '../filtered-options.ts';
import { truth } from '../meaning.ts';
import type { NoteList } from '../note-list.ts';
import { literal } from '../pieces.ts';
import { labelTexts } from '../plain-text.ts';
import { parseXPath } from './parse-xpath.ts';
import { normal, type XlsRow, type XlsTable } from './read-sheets.ts';
import { translateXPath } from './translate-xpath.ts';
import type { XPathScope } from './xpath-functions.ts';

export interface Choice {
  readonly option: PlainOption;
  readonly row: XlsRow;
}

export interface ChoiceList {
  readonly choices: readonly Choice[];
  readonly columns: ReadonlySet<string>;
  /** Whether a question has asked for it. */
  isUsed: boolean;
}

export function readChoiceLists({ rows, columns }: XlsTable, sheet: string, notes: NoteList): Map<string, ChoiceList> {
  const lists = new Map<string, ChoiceList & { choices: Choice[] }>();
  for (const row of rows) {
    const name = row.text('list_name');
    const value = row.text('name');
    if (name === '' || value === '') {
      const isOption = value !== '' || row.text('label') !== '';
      if (isOption && name === '') notes.count('noList', {}, `${sheet} ${row.line}`);
      else if (isOption) notes.add(`${sheet} ${row.line}`, 'emptyOption');
      continue;
    }
    const list = lists.get(name) ?? { choices: [], columns: new Set(columns), isUsed: false };
    lists.set(name, list);
    list.choices.push({ option: [value, labelTexts(row.text('label')).label || value], row });
    for (const media of ['image', 'audio', 'video', 'big-image']) {
      if (columns.includes(media) && row.text(media) !== '') {
        notes.count('optionMedia', { name: media }, `${sheet} ${row.line}`);
      }
    }
  }
  return lists;
}

/** When every filter has been read: lists that no question uses, and columns that no filter of theirs does. */
export function noteChoices(
  lists: ReadonlyMap<string, ChoiceList>,
  { rows }: XlsTable,
  sheet: string,
  notes: NoteList,
): void {
  for (const { isUsed, choices } of lists.values())
    if (!isUsed) notes.count('listsUnused', {}, `${sheet} ${choices[0]!.row.line}`);
  const seen = new Set<string>();
  for (const row of rows) {
    if (lists.get(row.text('list_name'))?.isUsed !== true) continue;
    for (const column of row.unread()) {
      if (!seen.has(column)) notes.add(`${sheet} ${row.line}`, 'column', { name: column });
      seen.add(column);
    }
  }
}

/** All of them. A value that comes twice can be told apart only by a filter. */
export function plainOptions({ choices }: ChoiceList, notes: NoteList): (string | PlainOption)[] {
  const values = new Set<string>();
  return choices.flatMap(({ option, row }) => {
    if (values.has(option[0])) {
      notes.count('sameOption', { name: option[0] }, `choices ${row.line}`);
      return [];
    }
    values.add(option[0]);
    return [shortOption(option)];
  });
}

/** Throws CannotSay where the filter cannot be said. */
export function filterChoices(
  { choices, columns }: ChoiceList,
  source: string,
  scope: XPathScope,
): string | (string | PlainOption)[] {
  if (choices.length > maxFiltered) throw new CannotSay('tooLong');
  const node = parseXPath(source);
  return filteredOptions(
    choices.map(({ option, row }) => {
      const column = (name: string) => (columns.has(normal(name)) ? literal(row.text(normal(name))) : undefined);
      return { option, when: truth(translateXPath(node, { ...scope, column })) };
    }),
  );
}
