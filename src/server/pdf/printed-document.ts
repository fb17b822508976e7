// What the automatic layout prints: an entry turned into plain blocks and values, with every text ready to be set. It is
// handed to auto-layout.ts as JSON, so nothing in it is ever read as markup.

import type { Direction, Locale } from '../../core/locale/locale.ts';

export interface TextStyle {
  /** For a line without a letter, such as a phone number. */
  readonly neutralDir?: Line['dir'];
  /** How many characters without a space always fit. */
  readonly maxRun?: number;
}

export interface PrintedDocument {
  readonly locale: Locale;
  readonly dir: Direction;
  /** For the reader's title bar: the form's title and the entry's number. */
  readonly name: string;
  readonly title: readonly Line[];
  readonly description: string;
  /** Year, month, day, hour, minute, second in UTC. */
  readonly date: readonly number[];
  readonly facts: readonly Fact[];
  /** Repeated on following pages, beside the title. */
  readonly number: string;
  /** `Page {0} of {1}` */
  readonly pageWords: string;
  readonly blocks: readonly Block[];
}

/** One line as it was typed, with the direction it is read in. */
export interface Line {
  readonly text: string;
  readonly dir: 'ltr' | 'rtl';
  /** A long text, still to be made into lines in this style: set-texts.ts. */
  readonly unset?: TextStyle;
}

export interface Fact {
  readonly label: string;
  readonly value: readonly Line[];
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly title: readonly Line[] }
  | {
      readonly kind: 'field';
      readonly label: readonly Line[];
      readonly help?: readonly Line[];
      readonly value: Value;
    }
  | { readonly kind: 'text'; readonly lines: readonly Line[] }
  /** Of a section or repeat, below its heading. */
  | { readonly kind: 'help'; readonly lines: readonly Line[] }
  /** A text with markup that the owner of the form wrote. */
  | { readonly kind: 'formatted'; readonly value: Value }
  | { readonly kind: 'columns'; readonly columns: readonly (readonly Block[])[] }
  | PrintedTable
  | {
      readonly kind: 'cards';
      readonly cards: readonly { readonly number: string; readonly blocks: readonly Block[] }[];
    };

export interface PrintedTable {
  readonly kind: 'table';
  readonly head: readonly (readonly Line[])[];
  /** How much of the width each column gets, and whether its values line up at their ends. */
  readonly columns: readonly { readonly weight: number; readonly isNumeric: boolean }[];
  readonly rows: readonly (readonly Value[])[];
}

export type Value =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'stars'; readonly value: number; readonly max: number; readonly words: string }
  | { readonly kind: 'swatch'; readonly lines: readonly Line[]; readonly hex: string }
  | {
      readonly kind: 'drawing';
      readonly svg: string;
      readonly widthMm: number;
      readonly alt: string;
      readonly words: string;
    }
  | { readonly kind: 'picture'; readonly path: string; readonly alt: string; readonly words: string }
  | { readonly kind: 'files'; readonly pictures: readonly Picture[]; readonly files: readonly ListItem[] }
  | { readonly kind: 'rich'; readonly blocks: readonly RichBlock[] }
  /** Still to be made into blocks: set-texts.ts. */
  | { readonly kind: 'html'; readonly html: string; readonly pictures?: PicturePaths }
  | { readonly kind: 'grid'; readonly options: readonly (readonly Line[])[]; readonly rows: readonly MatrixRow[] };

export interface ListItem {
  /** Of a matrix that is not drawn as a grid. */
  readonly question?: readonly Line[];
  readonly lines: readonly Line[];
  /** Said more quietly: the group of an option, the size of a file. */
  readonly note?: readonly Line[];
}

export interface Picture extends ListItem {
  readonly path: string;
  readonly alt: string;
}

export interface MatrixRow {
  readonly question: readonly Line[];
  /** The place of the chosen option; -1 for none. */
  readonly chosen: number;
}

export type RichBlock =
  | { readonly kind: 'paragraph'; readonly dir: 'ltr' | 'rtl'; readonly runs: readonly RichRun[] }
  /** Bold, and no heading of the document: its level would have nothing to do with the form's. */
  | { readonly kind: 'title'; readonly dir: 'ltr' | 'rtl'; readonly runs: readonly RichRun[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly start: number;
      readonly items: readonly (readonly RichBlock[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly RichBlock[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'picture'; readonly path: string; readonly alt: string }
  | { readonly kind: 'table'; readonly width: number; readonly rows: readonly (readonly (readonly RichBlock[])[])[] };

/** Of pictures of the form, by their ids: where the typesetter finds them. */
export type PicturePaths = Readonly<Record<string, string>>;

export interface RichRun {
  readonly text: string;
  readonly marks: readonly RichMark[];
  readonly href?: string;
}

export type RichMark = 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'sub' | 'super';
