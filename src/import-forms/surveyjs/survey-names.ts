// What the expressions of SurveyJS can name: questions by their names, those of a row by `{panel.x}` or `{row.x}`, parts of a matrix by
// `{matrix.row}`, and calculated values, which are written out wherever they are named.
import { CannotSay } from '../cannot-say.ts';
import { type KnownField, type KnownRepeat, readField, readRows } from '../known-fields.ts';
import { binary, name as identifier, literal, type Piece } from '../pieces.ts';
import { parseCondition } from './parse-condition.ts';
import { type SurveyScope, translateCondition } from './translate-condition.ts';

/** The names of the survey itself, or of the rows of one question. */
export interface NameTable {
  readonly repeat: KnownRepeat | undefined;
  readonly fields: Map<string, KnownField>;
  readonly repeats: Map<string, KnownRepeat>;
  /** What can be had only by another name. */
  readonly around: NameTable | undefined;
}

export function openTable(repeat: KnownRepeat | undefined, around: NameTable | undefined): NameTable {
  return { repeat, fields: new Map(), repeats: new Map(), around };
}

export interface Calculated {
  readonly expression: string;
  isOpen: boolean;
}

/** Calculated values that name calculated values. */
const maxDepth = 50;

export function surveyScope(
  table: NameTable,
  calculated: ReadonlyMap<string, Calculated>,
  extra: Readonly<Record<string, Piece>> = {},
): SurveyScope {
  let depth = 0;
  const find = (name: string): Piece => {
    if (Object.hasOwn(extra, name)) return extra[name]!;
    if (table.repeat !== undefined) {
      if (name === 'rowIndex' || name === 'panelIndex') return indexPiece(name);
      const inner = /^(?:panel|row)\.(.+)$/s.exec(name)?.[1];
      const found = inner === undefined ? undefined : table.fields.get(inner);
      if (found !== undefined) return readField(found, table.repeat);
    }
    for (let one: NameTable | undefined = table; one !== undefined; one = one.around) {
      // Inside a row its own questions are named by `panel.` or `row.` alone.
      if (one.repeat !== undefined) continue;
      const field = one.fields.get(name);
      if (field !== undefined) return readField(field, table.repeat);
      const repeat = one.repeats.get(name);
      if (repeat !== undefined) return readRows(repeat, table.repeat);
    }
    const known = calculated.get(name);
    if (known === undefined) throw new CannotSay('unknownName', { name });
    if (known.isOpen) throw new CannotSay('circular', { name });
    if (depth >= maxDepth) throw new CannotSay('tooLong');
    known.isOpen = true;
    depth += 1;
    try {
      return translateCondition(parseCondition(known.expression), { find });
    } finally {
      known.isOpen = false;
      depth -= 1;
    }
  };
  return { find };
}

function indexPiece(name: string): Piece {
  const index = identifier('$index', 'number');
  return name === 'rowIndex' ? binary('+', index, literal(1), 'number') : index;
}
