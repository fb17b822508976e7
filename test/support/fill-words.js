// How the fill page words an answer: on the review page, and beside another draft's. Not TypeScript: the types of pages, which know a
// DOM, do not go together with those of the tests.
import { expressions } from '../../src/core/expression/engine.ts';
import { answerText } from '../../src/fill/answer-text.ts';
import { listAnswers } from '../../src/fill/steps/review-lines.ts';
import { createFormState } from '../../src/form-view/form-state.ts';
import { loadViewTexts } from '../../src/form-view/texts.ts';
import { childrenOf, viewTree } from '../../src/form-view/view-node.ts';

export async function fillWords({ form, plan, data }, name) {
  const tree = viewTree(form, plan, { expressions });
  const requestJson = () => Promise.reject(new Error('not asked'));
  const texts = await loadViewTexts(plan.locale);
  const state = createFormState({ plan, tree, texts, data, context: {}, requestJson });
  const node = childrenOf(tree).find(({ element }) => element?.name === name);
  const [line] = listAnswers(state, [node]);
  return { review: line.answer, conflict: answerText(node, data[name], state) };
}
