// A message to people, the body of an email or what the page says after a submit: a template in which `{{ allAnswers }}` is the
// list of all answers, as text or as HTML. Apart from template.ts, so that pages of forms do not load it.
// [after-actions.answers] [expressions.templates]

import { budgetKey, checkTextLength, nodeWork, openBudget, spend } from '../expression/budget.ts';
import type { ExpressionNode } from '../expression/expression-node.ts';
import { countNodes } from '../expression/list-reads.ts';
import type { Template } from './literal-template.ts';
import { answersKey, type MessageScope } from './message-scope.ts';
import { compileTemplate, readParts, textToInsert } from './template.ts';

export interface MessageTemplate extends Template {
  /** Where all answers stand in it: the message with other words in their place. */
  readonly renderWith?: (scope: MessageScope, answers: string) => string;
}

export const allAnswersName = 'allAnswers';

export function compileMessage(source: string, { mode }: { mode: 'text' | 'html' }): MessageTemplate {
  const template = compileTemplate(source, { mode });
  if (!source.includes(allAnswersName)) return template;
  const { parts, nodes } = readParts(source);
  if (!nodes.some(isAllAnswers)) return template;
  const work = nodeWork * (4 * parts.length + nodes.reduce((count, node) => count + countNodes(node), 0));
  const renderWith = (scope: MessageScope, answers: string): string => {
    const budget = scope[budgetKey] ?? openBudget();
    spend(budget, work);
    let text = '';
    let at = 0;
    for (const part of parts) {
      if (typeof part === 'string') text += part;
      else if (isAllAnswers(nodes[at++]!)) {
        spend(budget, answers.length);
        text += answers;
      } else text += textToInsert(part(scope, budget), { mode, budget });
      checkTextLength(text.length);
    }
    return text;
  };
  return {
    ...template,
    renderWith,
    render: (scope) => renderWith(scope, (scope as MessageScope)[answersKey]?.(mode) ?? ''),
  };
}

function isAllAnswers(node: ExpressionNode): boolean {
  return node.type === 'identifier' && node.name === allAnswersName;
}
