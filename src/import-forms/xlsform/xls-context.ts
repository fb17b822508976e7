// What the rows of an XLSForm are read with.
import type { Draft, DraftForm, Names } from '../draft-form.ts';
import type { KnownRepeat } from '../known-fields.ts';
import type { Answers } from './answers.ts';
import type { ChoiceList } from './choice-lists.ts';

/** A question of a group, with what decides whether it can be a row. */
export interface GroupRow {
  readonly original: string;
  readonly element: Draft;
  /** The list of its options; undefined for anything but one choice of a plain list. */
  readonly list: string | undefined;
  readonly isRequired: boolean;
  /** Nothing about it but its label and whether it is required. */
  readonly isPlain: boolean;
  /** Only shows the options above the others. */
  readonly isListLabel: boolean;
}

export interface XlsContext {
  readonly form: DraftForm;
  readonly lists: ReadonlyMap<string, ChoiceList>;
  readonly externalLists: ReadonlyMap<string, ChoiceList>;
  readonly answers: Answers;
}

/** What is around the row that is being read. */
export interface Group {
  readonly kind: 'root' | 'group' | 'repeat';
  readonly list: Draft[];
  readonly names: Names;
  readonly repeat: KnownRepeat | undefined;
  readonly depth: number;
  /** undefined for the root, and for a group that is too deep to be one. */
  readonly element: Draft | undefined;
  readonly appearance: ReadonlySet<string>;
  /** Its questions, for a table of them. */
  readonly rows: GroupRow[];
}
