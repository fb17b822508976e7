// What is wrong with a form definition, one line per place, in the words that request checks use (English, like Joi's).
// [forms.write]

import type { Expression, Scope } from '../expression/compile.ts';
import { ExpressionSyntaxError } from '../expression/errors.ts';
import type { ItemTexts } from '../locale/item-texts.ts';
import { literalTemplate, type Template } from '../text/literal-template.ts';
import type { ItemMessage } from './definition-parts.ts';
import type { JsonValue, MessageLevel } from './form-definition.ts';

export interface RemoteCheck {
  readonly url: string;
  readonly qs: Record<string, JsonValue>;
  /** Takes the body of the response, which `res` sees as `res.data`; undefined means the value passed. */
  accept(response: unknown): ItemMessage | undefined;
  unreachable(): ItemMessage;
}

export interface RemoteRule {
  readonly level: MessageLevel;
  readonly message: string | undefined;
  readonly url: string;
  readonly qs: Expression | undefined;
  readonly res: Expression;
  /** `messageFor` makes a message about the field that is checked. */
  check(scope: Scope, texts: ItemTexts, messageFor: (text: string, level: MessageLevel) => ItemMessage): RemoteCheck;
}

/** See expression/engine.ts; where it is undefined, only texts without `{{ }}` can be read. */
export interface ExpressionEngine {
  compileExpression(source: string): Expression;
  compileTemplate(source: string, options: { mode: 'text' | 'html' }): Template;
  /** undefined for one that can never fail, and after adding a problem. Missing for a form without any. */
  compileRemote?: CompileRemote | undefined;
  /** For a form that is being written: refuses a limit that can never hold. */
  readonly checkLimit?: (
    source: { readonly problems: DefinitionProblem[]; readonly path: DefinitionPath },
    expression: Expression,
    limitOf: (scope: Scope) => unknown,
  ) => void;
}

type CompileRemote = (
  problems: DefinitionProblem[],
  path: DefinitionPath,
  definition: Record<string, unknown>,
  said: Pick<RemoteRule, 'level' | 'message'>,
  engine: ExpressionEngine,
) => RemoteRule | undefined;

export interface DefinitionProblem {
  /** Dotted: `formSchema.rootElem.children.0.type`. */
  readonly path: string;
  /** `"formSchema.rootElem.children[0].type" must be one of [...]`. */
  readonly message: string;
}

export type DefinitionPath = readonly (string | number)[];

export function addProblem(problems: DefinitionProblem[], path: DefinitionPath, text: string): void {
  problems.push({ path: path.join('.'), message: `"${labelOf(path)}" ${text}` });
}

function labelOf(path: DefinitionPath): string {
  return path.reduce<string>((label, key) => {
    if (typeof key === 'number') return `${label}[${key}]`;
    return label === '' ? key : `${label}.${key}`;
  }, '');
}

/** The compiled expression, or undefined after adding a problem. */
export function readExpression(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  source: unknown,
  engine: ExpressionEngine | undefined,
): Expression | undefined {
  if (typeof source !== 'string') {
    addProblem(problems, path, 'must be a string');
    return undefined;
  }
  return reportSyntax(problems, path, 'expression', engine && (() => engine.compileExpression(source)));
}

export function readTemplate(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  source: unknown,
  engine: ExpressionEngine | undefined,
  mode: 'text' | 'html' = 'text',
): Template | undefined {
  if (typeof source !== 'string') {
    addProblem(problems, path, 'must be a string');
    return undefined;
  }
  if (engine === undefined && !source.includes('{{')) return literalTemplate(source);
  return reportSyntax(problems, path, 'template', engine && (() => engine.compileTemplate(source, { mode })));
}

/** A fixed truth value, or an expression of which the truth is asked per entry. */
export type Truth = boolean | Expression;

/** A condition as written: missing and blank ones are `fallback`. */
export function readCondition(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  source: unknown,
  fallback: boolean,
  engine: ExpressionEngine | undefined,
): Truth {
  if (source === undefined || source === null) return fallback;
  if (typeof source === 'boolean') return source;
  if (typeof source !== 'string') {
    addProblem(problems, path, 'must be one of [boolean, string]');
    return fallback;
  }
  return /\S/.test(source) ? (readExpression(problems, path, source, engine) ?? fallback) : fallback;
}

function reportSyntax<T>(
  problems: DefinitionProblem[],
  path: DefinitionPath,
  what: string,
  compile: (() => T) | undefined,
): T | undefined {
  if (compile === undefined) {
    // A condition that nobody evaluates would show, hide or accept in silence.
    addProblem(problems, path, 'needs the expression engine: give compileForm its expressions');
    return undefined;
  }
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    addProblem(problems, path, `must be a valid ${what}: ${error.message}`);
    return undefined;
  }
}
