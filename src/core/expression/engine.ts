// What reads expressions and templates, and remote validators, which are made of them. It is given to compileForm rather than imported by it: the server and the management
// app always give it, the fill page loads it only for a form that has an expression or a template (uses-expressions.ts).
// [expressions.same-everywhere]

import type { ExpressionEngine } from '../definition-problems.ts';
import { compileTemplate } from '../template.ts';
import { compileRemote } from '../validation/remote.ts';
import { compileExpression } from './compile.ts';

export const expressions: ExpressionEngine = { compileExpression, compileTemplate, compileRemote };
