import type { JsonValue } from '../../core/definition/form-definition.ts';
import type { AnswerMaker, KindAnswer } from '../answer.ts';
import { chosenItem } from '../choice/answer.ts';

/** In a ranking the place is what was answered. [values.ranking] */
const multiChoiceAnswer: AnswerMaker = (field) => {
  const isRanked = field.element.ranked === true;
  return (values, place) => {
    const known = field.labels(values, place);
    return { kind: 'list', items: (values as JsonValue[]).map((one) => chosenItem(field, one, known)), isRanked };
  };
};

export const answer: KindAnswer = { answer: multiChoiceAnswer };
