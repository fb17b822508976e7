// What reads expressions and templates, and remote validators, which are made of them. It is given to compileForm rather than imported
// by it: the server and the management app always give it, the fill page loads it, part by part, only for a form that has an
// expression or a template (uses-expressions.ts).
// [expressions.same-everywhere]

import type { ExpressionEngine } from '../definition/definition-problems.ts';
import { compileRemote } from '../validation/remote.ts';
import { pageExpressions } from './page-engine.ts';

export const expressions: ExpressionEngine = { ...pageExpressions, compileRemote };
