// What reads expressions and templates, without what only remote validators need: the fill page loads the two apart
// (form-view/load-compile-tools.ts). [expressions.same-everywhere]
import type { ExpressionEngine } from '../definition/definition-problems.ts';
import { compileTemplate } from '../text/template.ts';
import { compileExpression } from './compile.ts';

export const pageExpressions: Omit<ExpressionEngine, 'compileRemote'> = { compileExpression, compileTemplate };
