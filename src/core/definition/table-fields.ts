// The fields of a form for tables that people open: each with its place in the data and the repeats around it.
// [export.table.repeats]

import { columnSeparator, finder, objectsIn, outerNames } from '../plan/columns.ts';
import type { FieldStep, FormPlan, RowShape } from '../plan/form-plan.ts';
import type { JsonObject, JsonValue } from './form-definition.ts';

export interface TableRepeat {
  readonly title: string;
  /** As stored; rows have no numbers: `orders.items`. */
  readonly path: string;
  readonly outer: TableRepeat | undefined;
  /** The rows in the entry's data or, of a repeat inside another, in one row of that. */
  readonly rowsIn: (outerRow: JsonObject) => readonly JsonObject[];
}

export interface TableField {
  /** As in `fields` of an export: `root≡address≡city`. */
  readonly name: string;
  /** As stored: `address.city`; rows have no numbers: `guests.age`. */
  readonly path: string;
  readonly title: string;
  readonly step: FieldStep;
  readonly repeat: TableRepeat | undefined;
  /** In the entry's data, or in a row of the repeat. */
  readonly find: (row: JsonObject) => JsonValue | undefined;
}

/** In the form's order. */
export function tableFields(plan: FormPlan): TableField[] {
  return fieldsOf(plan.shapes[0], undefined, '');
}

function fieldsOf(shape: RowShape, repeat: TableRepeat | undefined, prefix: string): TableField[] {
  return shape.steps.flatMap((step) => {
    if (step.kind !== 'field' && step.kind !== 'repeat') return [];
    const find = finder(shape, step);
    const title = step.element.label || step.name;
    const path = prefix + [...outerNames(shape, step), step.name].join('.');
    if (step.kind === 'repeat') {
      const inner = { title, path, outer: repeat, rowsIn: (row: JsonObject) => objectsIn(find(row)) };
      return fieldsOf(step.rows, inner, `${path}.`);
    }
    return [{ name: step.columnNames.join(columnSeparator), path, title, step, repeat, find }];
  });
}
