// Reads expressions and templates of a form that is being written: a function that does not exist is refused. In a stored form it gives
// nothing, so that the form still works. [forms.write.functions]

import { expressions } from '../expression/engine.ts';
import { ExpressionSyntaxError } from '../expression/errors.ts';
import type { ExpressionNode } from '../expression/expression-node.ts';
import { functions } from '../expression/functions.ts';
import { listCalled } from '../expression/list-reads.ts';
import { readParts } from '../text/template.ts';
import { addProblem, type ExpressionEngine } from './definition-problems.ts';

export const writtenExpressions: ExpressionEngine = {
  ...expressions,
  compileExpression(source) {
    const expression = expressions.compileExpression(source);
    refuseUnknown(source, [expression.node]);
    return expression;
  },
  compileTemplate(source, options) {
    const template = expressions.compileTemplate(source, options);
    if (source.includes('fn')) refuseUnknown(source, readParts(source).nodes);
    return template;
  },
  checkLimit({ problems, path }, expression, limitOf) {
    const isIdle = expression.isConstant
      ? limitOf({}) === undefined
      : !expression.reads.some(([name = '']) => names.includes(name));
    if (isIdle) addProblem(problems, path, `never gives a limit: ${expression.source}`);
  },
};

/** Whatever else is read, such as `today`, is not there. */
const names: readonly string[] = ['model', 'row', 'data', '$index', 'value', 'fn'];

function refuseUnknown(source: string, nodes: readonly ExpressionNode[]): void {
  if (!source.includes('fn')) return;
  const unknown = nodes.flatMap(listCalled).find((name) => !Object.hasOwn(functions, name));
  if (unknown === undefined) return;
  const position = Math.max(0, source.indexOf(unknown.split('.')[0] ?? ''));
  throw new ExpressionSyntaxError(`Expected a function but found "fn.${unknown}"`, position);
}
