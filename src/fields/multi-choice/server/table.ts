import type { JsonObject } from '../../../core/definition/form-definition.ts';
import type { TableField } from '../../../core/definition/table-fields.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { optionKey } from '../../../core/plan/option-list.ts';
import {
  type ColumnStyle,
  type KindTable,
  maxSplit,
  type TableColumn,
} from '../../../server/export/table/kind-table.ts';
import { storedKey } from '../../choice/labels.ts';

export const table: KindTable = { split: optionColumns };

/** 1 where the option was chosen, 0 where only others were, empty where nothing was; of a ranking the option's place. */
function optionColumns(field: TableField, { isLabelled, words }: ColumnStyle): TableColumn[] {
  const { step, path, title, find } = field;
  const { ranked, otherOption } = step.element;
  const options = distinctOptions(step);
  const keysIn = (part: JsonObject) => {
    const values = find(part);
    return Array.isArray(values) ? values.map((one) => (typeof one === 'object' ? undefined : optionKey(one))) : [];
  };
  const columns = options.map(
    ({ key, label }): TableColumn => ({
      title: `${title}: ${isLabelled ? label : key}`,
      path: `${path}=${key}`,
      mode: undefined,
      read: (part) => {
        const place = keysIn(part).indexOf(key);
        if (ranked === true) return place < 0 ? '' : place + 1;
        return place >= 0 ? 1 : keysIn(part).length === 0 ? '' : 0;
      },
    }),
  );
  if (!step.options?.isOpen || options.length === 0) return columns;
  // [values.other-answer] What was typed, in a column of its own.
  const known = new Set(options.map(({ key }) => key));
  const own: TableColumn = {
    title: `${title}: ${typeof otherOption === 'string' ? otherOption : words.other}`,
    path: `${path}=…`,
    mode: undefined,
    read: (part) => keysIn(part).find((key) => key !== undefined && !known.has(key)) ?? '',
  };
  return [...columns, own];
}

function distinctOptions(step: FieldStep): { key: string; label: string }[] {
  if (step.options?.form !== 'list' || step.options.list.length > maxSplit) return [];
  const options = step.options.list.map((option) => ({ key: storedKey(step, option), label: option.label }));
  return [...new Map(options.reverse().map((one) => [one.key, one])).values()].reverse();
}
