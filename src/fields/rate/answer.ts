import type { AnswerMaker, KindAnswer } from '../answer.ts';

/** A longer row of stars cannot be counted at a glance. */
const maxStars = 10;

const rateAnswer: AnswerMaker = ({ element: { rateMax: max = 5, rateStyle } }) => {
  const hasStars = rateStyle !== 'numbers' && max <= maxStars;
  return (stored) => {
    const value = Number(stored);
    return { kind: 'rating', value, max, isStars: hasStars && Number.isInteger(value) && value >= 0 && value <= max };
  };
};

export const answer: KindAnswer = { answer: rateAnswer };
