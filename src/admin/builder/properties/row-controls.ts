// Which controls are made of rows of the table of properties alone: a box to tick, a line of text, a whole number. The texts of a
// control are in `builder/control` of the words, by the name of its property; the hint under it has the same with `Hint`. [builder]

import type { ElementType } from '../../../fields/element-types.ts';
import { type ControlPlace, elementProperties, isOffered, type PropertyTable } from '../../../fields/properties.ts';

export interface RowControl {
  readonly name: string;
  readonly kind: 'flag' | 'text' | 'count';
  /** Of a flag: the box is ticked while the value is the other one. */
  readonly usual: boolean | number | undefined;
  readonly max: number | undefined;
}

const kinds: Readonly<Record<string, RowControl['kind']>> = { boolean: 'flag', string: 'text', integer: 'count' };

/** In the order of the table. */
export function rowControls(
  place: ControlPlace,
  type: ElementType,
  table: PropertyTable = elementProperties,
): RowControl[] {
  return Object.entries(table).flatMap(([name, row]) => {
    if (row.control !== place || !isOffered(name, type, table)) return [];
    const { schema } = row.type;
    const kind = kinds[String(schema['type'])];
    if (kind === undefined) throw new Error(`no control can be made of the row of ${name}`);
    const usual = row.defaults?.find((one) => typeof one === 'boolean' || typeof one === 'number');
    const max = schema['maximum'];
    return [{ name, kind, usual, max: max === Number.MAX_SAFE_INTEGER ? undefined : (max as number | undefined) }];
  });
}
