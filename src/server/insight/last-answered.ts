// Which field of a draft was answered last, in the order of the form: where people stopped. Pure: data in, counts out.
// [insight.drop-off]
import type { DropOff } from '../../api-types/insight.ts';
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { fieldReaders } from '../../core/plan/columns.ts';
import type { FormPlan } from '../../core/plan/form-plan.ts';

export type StoppedDrafts = DropOff['drafts'];

export function createStopCounter(plan: FormPlan): { add(data: JsonObject): void; finish(): StoppedDrafts } {
  const fields = fieldReaders(plan).map((reader) => ({ reader, count: 0 }));
  const fromEnd = [...fields].reverse();
  let count = 0;
  let empty = 0;
  return {
    add(data) {
      count += 1;
      const last = fromEnd.find(({ reader }) => reader.topKey in data && reader.values(data).some(isAnswer));
      if (last === undefined) empty += 1;
      else last.count += 1;
    },
    finish: () => ({
      count,
      empty,
      last: fields.flatMap(({ reader, count: times }) => {
        const label = reader.repeatTitle === undefined ? reader.title : `${reader.repeatTitle}: ${reader.title}`;
        return times === 0 ? [] : { path: reader.dataNames.join('.'), label, count: times };
      }),
    }),
  };
}

/** A box that is not ticked says nothing: pages write it without anybody's doing. */
function isAnswer(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (typeof value !== 'object') return true;
  return (Array.isArray(value) ? value : Object.values(value)).some(isAnswer);
}
