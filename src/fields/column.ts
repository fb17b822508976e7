// column.ts of a kind: its answers in the table of entries, and what a filter can ask about them.

export type Question =
  | 'contains'
  | 'startsWith'
  | 'is'
  | 'isNot'
  | 'oneOf'
  | 'noneOf'
  | 'between'
  | 'atLeast'
  | 'atMost'
  | 'yes'
  | 'no'
  | 'on'
  | 'from'
  | 'until'
  | 'empty'
  | 'notEmpty';

/** Whether options can be picked, and whether there may be others besides those that are known. */
export type ColumnList = 'none' | 'whole' | 'open';

export interface KindColumn {
  readonly questions: (list: ColumnList) => readonly Question[];
  /** In pixels. */
  readonly width: number;
  readonly isSortable?: true;
  /** Written at the end of its cell. */
  readonly isNumeric?: true;
  /** Worth reading one after the other, and quoted where it is asked for. */
  readonly isText?: true;
  /** How a value is given; as text where it is not said. */
  readonly input?: 'number' | 'date';
  /** A filter lists its options. */
  readonly hasOptions?: true;
  /** Several values in one cell. */
  readonly hasMany?: true;
  readonly hasFiles?: true;
  /** Cells hold no values that a filter could look for. */
  readonly isOpaque?: true;
  /** Too alike to name files by. */
  readonly isNoName?: true;
}

export const presence: readonly Question[] = ['notEmpty', 'empty'];

export const textColumn: KindColumn = {
  questions: () => ['contains', 'startsWith', 'is', 'isNot', ...presence],
  width: 220,
  isSortable: true,
  isText: true,
};

export const numberColumn: KindColumn = {
  questions: () => ['is', 'isNot', 'atLeast', 'atMost', 'between', ...presence],
  width: 120,
  isSortable: true,
  isNumeric: true,
  input: 'number',
};

export const choiceColumn: KindColumn = {
  questions: (list) =>
    list === 'none'
      ? ['contains', 'is', 'isNot', ...presence]
      : ['oneOf', 'noneOf', ...(list === 'open' ? (['contains'] as const) : []), ...presence],
  width: 172,
  isSortable: true,
  hasOptions: true,
};

/** Of which people only ask whether there is one. */
export const opaqueColumn: KindColumn = { questions: () => presence, width: 240, isOpaque: true };
