// Each question is counted by itself. [insight.choices]
import type { Element } from '../../../core/definition/form-definition.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { readOptionList } from '../../../core/plan/option-list.ts';
import { isPlainObject, ownValue } from '../../../core/values/value-type.ts';
import type { FieldTally, KindInsight, TallyTools } from '../../../server/insight/tally-field.ts';
import { createValueTally } from '../../../server/insight/tally-values.ts';
import { valueWords } from '../../../server/insight/value-words.ts';
import { choicesOf } from '../../choice/server/insight.ts';

export const insight: KindInsight = {
  tally: tallyMatrix,
  countTallies: ({ element }) => questionsOf(element).length,
};

function tallyMatrix(field: FieldStep, tools: TallyTools): FieldTally {
  const choices = choicesOf(field, tools.style);
  const wordsOf = valueWords(field, tools.style);
  const questions = questionsOf(field.element).map((question) => ({
    ...question,
    answered: 0,
    tally: createValueTally(choices, { ...tools, wordsOf }),
  }));
  return {
    add(value) {
      if (!isPlainObject(value)) return false;
      let isAnswered = false;
      for (const question of questions) {
        if (!question.tally.add(ownValue(value, question.value))) continue;
        question.answered += 1;
        isAnswered = true;
      }
      return isAnswered;
    },
    finish: () => ({
      kind: 'matrix',
      questions: questions.map(({ value, label, answered, tally }) => ({ value, label, answered, ...tally.finish() })),
    }),
  };
}

function questionsOf({ matrixQuestions = [] }: Element): { value: string; label: string }[] {
  return readOptionList(matrixQuestions).map(({ value, label }) => ({ value: String(value), label }));
}
