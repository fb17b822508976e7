import type { Element, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { readOptionList } from '../../core/plan/option-list.ts';
import { sampleOptions } from '../choice/sample.ts';
import type { KindSample } from '../sample.ts';

export const sample: KindSample = (context) => [matrix(context.element, sampleOptions(context, 0))];

function matrix({ matrixQuestions }: Element, options: readonly JsonValue[]): JsonObject {
  const questions = Array.isArray(matrixQuestions) ? readOptionList(matrixQuestions) : [];
  const answers = questions.map(({ value }, at) => [String(value), options[at % Math.max(1, options.length)] ?? null]);
  return Object.fromEntries(answers);
}
