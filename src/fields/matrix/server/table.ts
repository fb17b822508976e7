import type { TableField } from '../../../core/definition/table-fields.ts';
import { readOptionList } from '../../../core/plan/option-list.ts';
import { isPlainObject, ownValue } from '../../../core/values/value-type.ts';
import {
  type ColumnStyle,
  type KindTable,
  maxSplit,
  type TableColumn,
} from '../../../server/export/table/kind-table.ts';
import { itemReader } from '../../../server/export/table/value-cells.ts';

export const table: KindTable = { split: questionColumns };

function questionColumns({ step, path, title, find }: TableField, style: ColumnStyle): TableColumn[] {
  const questions = readOptionList(step.element.matrixQuestions ?? []);
  if (questions.length > maxSplit) return [];
  const item = itemReader(step, style);
  return questions.map((question) => {
    const key = String(question.value);
    return {
      title: `${title}: ${style.isLabelled ? question.label : key}`,
      path: `${path}.${key}`,
      mode: undefined,
      read: (part, entry) => {
        const answers = find(part);
        const answer = isPlainObject(answers) ? ownValue(answers, key) : undefined;
        return answer === undefined || answer === null || typeof answer === 'object' ? '' : item(answer, entry);
      },
    };
  });
}
