// Where the answers of a form that is being imported will be, for expressions that name them.
import { CannotSay } from './cannot-say.ts';
import { answerAt, callFn, type Holds, literal, name, type Piece } from './pieces.ts';

export interface KnownRepeat {
  readonly keys: readonly string[];
  readonly around: KnownRepeat | undefined;
}

export interface KnownField {
  /** From the row of the innermost repeat around it, or from the entry. */
  readonly keys: readonly string[];
  readonly repeat: KnownRepeat | undefined;
  readonly holds: Holds;
  /** What people see of the options, by their values. */
  readonly labels?: ReadonlyMap<string, string>;
}

/** `field` as an expression sees it from inside `from`; of a repeat that is not around, one value for each row. */
export function readField(field: KnownField, from: KnownRepeat | undefined): Piece {
  const isChoice = field.labels !== undefined;
  if (field.repeat === undefined) return { ...answerAt(name('model'), field.keys, field.holds), isChoice };
  if (field.repeat === from) return { ...answerAt(name('row'), field.keys, field.holds), isChoice };
  if (isAround(field.repeat, from)) throw new CannotSay('outerRow');
  const [key] = field.keys;
  if (field.keys.length !== 1) throw new CannotSay('otherRows');
  return callFn('pluck', [readRows(field.repeat, from), literal(key!)], 'rows');
}

/** The rows of a repeat. */
export function readRows(repeat: KnownRepeat, from: KnownRepeat | undefined): Piece {
  if (repeat.around === undefined) return answerAt(name('model'), repeat.keys, 'rows');
  if (repeat.around === from) return answerAt(name('row'), repeat.keys, 'rows');
  throw new CannotSay(isAround(repeat.around, from) ? 'outerRow' : 'otherRows');
}

/** Whether `repeat` is around `inner`, or is it. */
export function isAround(repeat: KnownRepeat, inner: KnownRepeat | undefined): boolean {
  for (let one = inner; one !== undefined; one = one.around) if (one === repeat) return true;
  return false;
}
