import type { JsonObject } from '../../core/definition/form-definition.ts';
import { readOptionList } from '../../core/plan/option-list.ts';
import { ownValue } from '../../core/values/value-type.ts';
import type { AnswerMaker, KindAnswer } from '../answer.ts';
import { chosenItem } from '../choice/answer.ts';

const matrixAnswer: AnswerMaker = (field) => {
  const questions = readOptionList(field.element.matrixQuestions ?? []).map(({ value, label }) => ({
    key: String(value),
    question: label,
  }));
  return (answers, place) => {
    const known = field.labels(answers, place);
    const pairs = questions.map(({ key, question }) => {
      const answer = ownValue(answers as JsonObject, key) ?? null;
      return { key, question, answer: answer === null ? undefined : chosenItem(field, answer, known) };
    });
    return {
      kind: 'pairs',
      pairs,
      choices: () => [...known.values()].map(({ value }) => chosenItem(field, value, known)),
    };
  };
};

export const answer: KindAnswer = { answer: matrixAnswer, isLarge: true };
