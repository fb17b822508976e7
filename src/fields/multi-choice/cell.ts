import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { optionKey } from '../../core/plan/option-list.ts';
import type { KindCell } from '../cell.ts';
import { optionReader } from '../choice/cell.ts';

export const cell: KindCell = choicesReader;

/** On lines of their own, as exports have them; or between semicolons or commas, where the whole is not an option itself. */
function choicesReader(step: FieldStep): (text: string) => JsonValue {
  const readOne = optionReader(step);
  const { options } = step;
  const isOption = (value: JsonValue) => options?.form === 'list' && options.index.has(optionKey(value));
  return (text) => {
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
    if (lines.length > 1) return lines.map(readOne);
    const whole = readOne(text);
    if (isOption(whole)) return [whole];
    const sign = [';', ','].find((one) => text.includes(one));
    if (sign === undefined) return [whole];
    return text
      .split(sign)
      .filter((part) => part.trim() !== '')
      .map((part) => readOne(part.trim()));
  };
}
