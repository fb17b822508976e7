// The columns of one field: its cell as exports for people have it, with the type that its values have. [odata.types] [odata.labels]
import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { TableField } from '../../core/definition/table-fields.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { hasQuestions, itemTypeOf } from '../../core/plan/value-type-of.ts';
import type { ValueType } from '../../core/values/value-type.ts';
import { odataByKind } from '../../fields/all/server/odata.ts';
import type { TableCell } from '../../print/cell.ts';
import type { ColumnStyle } from '../export/table/kind-table.ts';
import { columnsOfField } from '../export/table/table-columns.ts';
import type { TableWords } from '../export/table/table-words.ts';
import { type EdmType, edmDate, toEdmValue } from './edm.ts';
import type { ODataColumn } from './own-columns.ts';

/** Its name is given when all columns of its table are known. */
export type UnnamedColumn = Omit<ODataColumn, 'name'> & { readonly place: string };

export function columnsOfAnswer(
  field: TableField & { readonly place: string },
  { isLabelled, words }: { isLabelled: boolean; words: TableWords },
): UnnamedColumn[] {
  const { step, path, place } = field;
  const isWords = isLabelled && odataByKind[step.value.kind]?.hasNoWords !== true;
  const style: ColumnStyle = {
    isLabelled: isWords,
    words,
    timeZone: 'UTC',
    date: edmDate,
    dateText: edmDate,
    splitsChoices: hasQuestions(step.element),
    link: undefined,
    file: ({ name, url }) => `${name} (${url})`,
    misfit,
  };
  const [whole, ...questions] = columnsOfField(field, style);
  const [, ...titled] = questions.length > 0 ? columnsOfField(field, { ...style, isLabelled: true }) : [];
  // choice: a matrix is a column for each question, which is what people count; one of very many questions stays one text.
  const columns = questions.length > 0 ? questions : [whole!];
  const type = typeOf(step, isWords, questions.length > 0);
  return columns.map((column, at) => ({
    place: place + column.path.slice(path.length),
    type,
    isNullable: true,
    label: (titled[at] ?? column).title,
    path: column.path,
    step,
    isQuestion: questions.length > 0,
    isLabelled: isWords,
    needs: ['data'],
    read: (part, entry) => toEdmValue(column.read(part, entry), type),
  }));
}

/** A single value is shown as it is; what has parts is not a text. */
function misfit(value: JsonValue): TableCell {
  return typeof value === 'object' ? { text: '', href: '', plain: JSON.stringify(value) } : String(value);
}

function typeOf({ value, element }: FieldStep, isLabelled: boolean, isQuestion: boolean): EdmType {
  const isOption = isQuestion || odataByKind[value.kind]?.isOfOption === true;
  if (!isOption) return typeOfValue(value);
  return isLabelled ? 'Edm.String' : typeOfValue(itemTypeOf(element));
}

function typeOfValue({ kind, mode }: ValueType): EdmType {
  return odataByKind[kind]?.typeOf?.(mode) ?? 'Edm.String';
}
