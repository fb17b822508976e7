// Whether a row is what a $filter asks for: decided on the very values that the row would be sent with. [odata.filter]
import type { JsonObject } from '../../core/definition/form-definition.ts';
import type { EntryAtHand } from '../export/table/entry-at-hand.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import { Misfit } from './edm.ts';
import { compareValues, type FilterValue } from './filter-functions.ts';
import type { ODataColumn } from './own-columns.ts';
import type { FilterNode } from './parse-filter.ts';

export interface RowFilter {
  /** With pauses between conditions: texts may be long. What is neither true nor false does not pass. */
  passes(part: JsonObject, entry: EntryAtHand): Steps<boolean>;
}

export function rowFilter(node: FilterNode): RowFilter {
  const values = new RowValues();
  return {
    *passes(part, entry) {
      values.open(part, entry);
      return (yield* decide(node, values)) === true;
    },
  };
}

/** Each column is read once for a row, however many conditions ask for it. */
class RowValues {
  readonly #known = new Map<ODataColumn, FilterValue>();
  #part: JsonObject = {};
  #entry: EntryAtHand | undefined;

  open(part: JsonObject, entry: EntryAtHand): void {
    this.#known.clear();
    this.#part = part;
    this.#entry = entry;
  }

  read(column: ODataColumn): FilterValue {
    let value = this.#known.get(column);
    if (value === undefined) {
      const found = column.read(this.#part, this.#entry as EntryAtHand);
      value = found instanceof Misfit ? null : column.type === 'Edm.DateTimeOffset' ? withoutZone(found) : found;
      this.#known.set(column, value);
    }
    return value;
  }
}

/** As literals are. */
const withoutZone = (value: FilterValue) => (typeof value === 'string' ? value.slice(0, -1) : value);

/** True, false, or null where only a value that is missing could tell. */
function* decide(node: FilterNode, values: RowValues): Steps<FilterValue> {
  if (node.kind === 'not') {
    const value = yield* decide(node.part, values);
    return value === null ? null : !value;
  }
  if (node.kind !== 'and' && node.kind !== 'or') return compute(node, values);
  const deciding = node.kind === 'or';
  let result: FilterValue = !deciding;
  for (const part of node.parts) {
    const value = yield* decide(part, values);
    if (value === deciding) return deciding;
    if (value === null) result = null;
    yield;
  }
  return result;
}

function compute(node: FilterNode, values: RowValues): FilterValue {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'column':
      return values.read(node.column);
    case 'compare':
      return compareValues(node.op, compute(node.left, values), compute(node.right, values));
    case 'call': {
      const args = node.args.map((arg) => compute(arg, values));
      return args.includes(null) ? null : node.compute(...(args as never[]));
    }
    default: {
      // Inside of a comparison or a call, where a pause is not worth it.
      const steps = decide(node, values);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    }
  }
}

/** The columns that a filter asks for. */
export function columnsIn(node: FilterNode): ReadonlySet<ODataColumn> {
  return new Set(eachColumn(node));
}

function* eachColumn(node: FilterNode): Generator<ODataColumn> {
  const inner =
    node.kind === 'and' || node.kind === 'or'
      ? node.parts
      : node.kind === 'not'
        ? [node.part]
        : node.kind === 'compare'
          ? [node.left, node.right]
          : node.kind === 'call'
            ? node.args
            : [];
  if (node.kind === 'column') yield node.column;
  for (const one of inner) yield* eachColumn(one);
}
