// fMatrix: an object with one key per question (a value of matrixQuestions) holding an option value. Other keys are
// dropped, an unanswered question is absent, and a matrix with any unanswered question fails a required rule.
// [values.matrix]

import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { OptionIndex } from '../../core/plan/option-list.ts';
import { invalid, isPlainObject, ownValue, type Reading, type ReadTools } from '../../core/values/value-type.ts';
import { readChoice, scalarValue } from '../choice/read-choice.ts';
import type { KindValue } from '../kind.ts';

export const value: KindValue = (_, { questions = [], index }) => ({
  kind: 'matrix',
  read: (sent, tools) => readMatrix(sent, tools, questions, index),
  isEmpty: (answers) => !isPlainObject(answers) || questions.some((question) => !Object.hasOwn(answers, question)),
  toText: (answers) => readAnswers(answers as JsonObject, questions),
});

function readAnswers(answers: JsonObject, questions: readonly string[]): string {
  return questions
    .filter((question) => Object.hasOwn(answers, question))
    .map((question) => `${question}: ${String(answers[question])}`)
    .join('\n');
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
