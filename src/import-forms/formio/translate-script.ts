// The scripts of Form.io that are one expression, `show = data.age > 17;`, in our own language. Its syntax is a part of ours, so our own
// parser reads them; whatever does more than compare and calculate with answers is a program, and is left out.
import { ExpressionSyntaxError } from '../../core/expression/errors.ts';
import type { ExpressionNode } from '../../core/expression/expression-node.ts';
import { parseExpression } from '../../core/expression/parse.ts';
import { CannotSay } from '../cannot-say.ts';
import { differ, equal, includes, number, ordered, sum, truth } from '../meaning.ts';
import { binary, conditional, joined, literal, negative, not, type Piece } from '../pieces.ts';
import type { FormioScope } from './formio-names.ts';

/** Of a script that gives `target` a value. */
export function translateScript(source: string, target: string, scope: FormioScope): Piece {
  return translate(readScript(source, target), scope, 0);
}

export interface ScriptCheck {
  readonly rule: Piece;
  readonly message: string | undefined;
}

/** `valid = (input > 3) ? true : 'Too small'` */
export function translateCheck(source: string, scope: FormioScope): ScriptCheck {
  const node = readScript(source, 'valid');
  if (node.type === 'conditional' && isLiteral(node.whenTrue, true)) {
    const { whenFalse } = node;
    if (whenFalse.type === 'literal' && typeof whenFalse.value === 'string') {
      return { rule: truth(translate(node.test, scope, 0)), message: whenFalse.value };
    }
  }
  return { rule: truth(translate(node, scope, 0)), message: undefined };
}

const maxLength = 5_000;

function readScript(source: string, target: string): ExpressionNode {
  const text = source.slice(0, maxLength + 1).trim();
  if (text.length > maxLength) throw new CannotSay('script');
  const start = new RegExp(`^(?:var |let |const )?${target}\\s*=(?!=)`).exec(text);
  if (start === null) throw new CannotSay('script');
  try {
    return parseExpression(text.slice(start[0].length).replace(/;\s*$/, ''));
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) throw new CannotSay('script');
    throw error;
  }
}

const maxDepth = 80;

function translate(node: ExpressionNode, scope: FormioScope, depth: number): Piece {
  if (depth > maxDepth) throw new CannotSay('tooLong');
  const into = (one: ExpressionNode) => translate(one, scope, depth + 1);
  switch (node.type) {
    case 'literal':
      return literal(node.value ?? null);
    case 'member':
    case 'index':
    case 'identifier':
      return readPath(node, scope);
    case 'unary':
      return node.operator === '!' ? not(truth(into(node.operand))) : signed(node.operator, number(into(node.operand)));
    case 'binary':
      return combine(node, into);
    case 'conditional':
      return conditional(truth(into(node.test)), into(node.whenTrue), into(node.whenFalse));
    case 'call':
      return translateCall(node, into);
    default:
      throw new CannotSay('script');
  }
}

function signed(operator: '+' | '-', value: Piece): Piece {
  return operator === '-' ? negative(value) : value;
}

function combine(node: Extract<ExpressionNode, { type: 'binary' }>, into: (one: ExpressionNode) => Piece): Piece {
  const left = into(node.left);
  const right = into(node.right);
  switch (node.operator) {
    case '&&':
    case '||':
      return joined(node.operator, [truth(left), truth(right)]);
    case '==':
    case '===':
      return equal(left, right);
    case '!=':
    case '!==':
      return differ(left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(node.operator, left, right);
    case '+':
      if (left.holds !== 'number' && right.holds !== 'number') throw new CannotSay('script');
      return sum('+', left, right);
    case '-':
      return sum('-', left, right);
    default:
      return binary(node.operator, number(left), number(right), 'number');
  }
}

/** `data.topics.includes('news')` alone. */
function translateCall(
  { callee, args }: Extract<ExpressionNode, { type: 'call' }>,
  into: (one: ExpressionNode) => Piece,
): Piece {
  const [item] = args;
  if (callee.type !== 'member' || callee.name !== 'includes' || item === undefined || args.length !== 1) {
    throw new CannotSay('script');
  }
  return includes(into(callee.object), into(item));
}

function readPath(node: ExpressionNode, scope: FormioScope): Piece {
  const path = pathOf(node);
  const [root] = path;
  if (root !== 'data' && root !== 'row' && root !== 'input' && root !== 'value') throw new CannotSay('script');
  return scope.find(path.join('.'));
}

function pathOf(node: ExpressionNode): string[] {
  const steps: string[] = [];
  let one = node;
  for (;;) {
    if (one.type === 'identifier') return [one.name, ...steps.reverse()];
    if (one.type === 'member') steps.push(one.name);
    else if (one.type === 'index' && one.key.type === 'literal' && typeof one.key.value === 'string') {
      steps.push(one.key.value);
    } else throw new CannotSay('script');
    one = one.object;
  }
}

function isLiteral(node: ExpressionNode, value: unknown): boolean {
  return node.type === 'literal' && node.value === value;
}
