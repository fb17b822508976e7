// fMatrix: an object with one key per question (a value of matrixQuestions) holding an option value. Other keys are
// dropped, an unanswered question is absent, and a matrix with any unanswered question fails a required rule.
// [values.matrix]

import type { JsonObject, JsonValue } from '../definition/form-definition.ts';
import type { OptionIndex } from '../plan/option-list.ts';
import { readChoice, scalarValue } from './choice.ts';
import { invalid, isPlainObject, ownValue, type Reading, type ReadTools, type ValueType } from './value-type.ts';

export function matrixValue(questions: readonly string[], options: OptionIndex | undefined): ValueType {
  return {
    kind: 'matrix',
    read: (sent, tools) => readMatrix(sent, tools, questions, options),
    isEmpty: (value) => !isPlainObject(value) || questions.some((question) => !Object.hasOwn(value, question)),
    toText: (value) =>
      questions
        .filter((question) => Object.hasOwn(value as JsonObject, question))
        .map((question) => `${question}: ${String((value as JsonObject)[question])}`)
        .join('\n'),
  };
}

function readMatrix(
  sent: JsonValue,
  tools: ReadTools,
  questions: readonly string[],
  options: OptionIndex | undefined,
): Reading {
  if (!isPlainObject(sent)) return invalid;
  const answers: JsonObject = {};
  let isAnswered = false;
  for (const question of questions) {
    const answer = ownValue(sent, question);
    if (answer === undefined || answer === null) continue;
    const value = readChoice(answer, tools, options, scalarValue);
    if (value === invalid) return invalid;
    if (value === null) continue;
    answers[question] = value;
    isAnswered = true;
  }
  return isAnswered ? answers : null;
}
