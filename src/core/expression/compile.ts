// From source to a function of a scope. The tree becomes closures once, so evaluating neither parses nor walks the
// tree; no code is ever generated. Semantics are AngularJS's where it differs from JavaScript: see `add`, `compileUnary`.
// [expressions.same-everywhere]

import { type Budget, budgetKey, checkTextLength, nodeWork, openBudget, spend } from './budget.ts';
import { getMember, isEqual, isIdentical, spendOnComparison, toKey, toNumber, toPrimitive } from './data-value.ts';
import type { BinaryNode, CallNode, ExpressionNode, ObjectNode, UnaryNode } from './expression-node.ts';
import { filters } from './filters.ts';
import { callFunction } from './functions.ts';
import { countNodes, findFunctionName, listReads } from './list-reads.ts';
import { callBounded, callMethod } from './methods.ts';
import { parseExpression } from './parse.ts';

/** A scope without a budget gives each evaluation a full one of its own. */
export type Scope = Readonly<Record<string, unknown>> & { readonly [budgetKey]?: Budget };

export interface Expression {
  readonly source: string;
  readonly node: ExpressionNode;
  /**
   * Member paths the expression reads, such as [['model', 'age'], ['row', 'price']]. A computed access ends its
   * path: ['model'] means anything of the model. Where the time counts, ['fn', 'now'] is one of them.
   */
  readonly reads: readonly (readonly string[])[];
  /** Whether the value is the same in every scope. */
  readonly isConstant: boolean;
  /** A JSON value or undefined. Throws ExpressionLimitError, and nothing else for a scope of JSON values. */
  evaluate(scope: Scope): unknown;
}

export function compileExpression(source: string): Expression {
  const node = parseExpression(source);
  const reads = listReads([node]);
  const evaluate = compileNode(node);
  const work = nodeWork * countNodes(node);
  return {
    source,
    node,
    reads,
    isConstant: reads.length === 0,
    evaluate(scope) {
      const budget = scope[budgetKey] ?? openBudget();
      spend(budget, work);
      return evaluate(scope, budget);
    },
  };
}

export type Evaluate = (scope: Scope, budget: Budget) => unknown;

export function compileNode(node: ExpressionNode): Evaluate {
  switch (node.type) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'identifier': {
      const { name } = node;
      return name === 'fn' ? () => undefined : (scope) => getMember(scope, name);
    }
    case 'array': {
      const items = node.items.map(compileNode);
      return (scope, budget) => items.map((item) => item(scope, budget));
    }
    case 'object':
      return compileObject(node);
    case 'member': {
      const { object: holder, name } = node;
      // `model.field` is most of what forms ask: one closure instead of two.
      if (holder.type === 'identifier' && holder.name !== 'fn') {
        return (scope) => getMember(getMember(scope, holder.name), name);
      }
      const object = compileNode(holder);
      return (scope, budget) => getMember(object(scope, budget), name);
    }
    case 'index': {
      const object = compileNode(node.object);
      const key = compileNode(node.key);
      return (scope, budget) => getMember(object(scope, budget), toKey(key(scope, budget), budget));
    }
    case 'call':
      return compileCall(node);
    case 'unary':
      return compileUnary(node);
    case 'binary':
      return compileBinary(node);
    case 'conditional': {
      const [test, whenTrue, whenFalse] = [node.test, node.whenTrue, node.whenFalse].map(compileNode) as [
        Evaluate,
        Evaluate,
        Evaluate,
      ];
      return (scope, budget) => (test(scope, budget) ? whenTrue(scope, budget) : whenFalse(scope, budget));
    }
    case 'filter': {
      const filter = filters[node.name]!;
      const input = compileNode(node.input);
      const args = node.args.map(compileNode);
      return (scope, budget) => {
        const values = args.map((arg) => arg(scope, budget));
        return callBounded(filter, input(scope, budget), values, budget);
      };
    }
  }
}

function compileObject(node: ObjectNode): Evaluate {
  const properties = node.properties.map(({ key, value }) => ({
    key: typeof key === 'string' ? () => key : compileNode(key),
    value: compileNode(value),
  }));
  return (scope, budget) => {
    const object: Record<string, unknown> = {};
    for (const { key, value } of properties) {
      const name = toKey(key(scope, budget), budget);
      // Assigning this one key would set the prototype.
      if (name !== '__proto__') object[name] = value(scope, budget);
    }
    return object;
  };
}

/** There are no function values: what is called is a name, looked up in `fn` or among the methods of its object. */
function compileCall({ callee, args: argNodes }: CallNode): Evaluate {
  const args = argNodes.map(compileNode);
  const functionName = findFunctionName(callee);
  if (functionName !== undefined) {
    return (scope, budget) => {
      const values = args.map((arg) => arg(scope, budget));
      return callFunction(functionName, values, budget, scope);
    };
  }
  if (callee.type !== 'member' && callee.type !== 'index') return () => undefined;
  const object = compileNode(callee.object);
  const key: Evaluate = callee.type === 'member' ? () => callee.name : compileNode(callee.key);
  return (scope, budget) => {
    const self = object(scope, budget);
    const name = String(toKey(key(scope, budget), budget));
    const values = args.map((arg) => arg(scope, budget));
    return callMethod(self, name, values, budget);
  };
}

/** A missing operand counts as zero. */
function compileUnary(node: UnaryNode): Evaluate {
  const operand = compileNode(node.operand);
  if (node.operator === '!') return (scope, budget) => !operand(scope, budget);
  const sign = node.operator === '-' ? -1 : 1;
  return (scope, budget) => {
    const value = operand(scope, budget);
    return sign * (value === undefined ? 0 : toNumber(value, budget));
  };
}

function compileBinary(node: BinaryNode): Evaluate {
  const left = compileNode(node.left);
  const right = compileNode(node.right);
  switch (node.operator) {
    case '&&':
      return (scope, budget) => left(scope, budget) && right(scope, budget);
    case '||':
      return (scope, budget) => left(scope, budget) || right(scope, budget);
    case '==':
      return (scope, budget) => isEqual(left(scope, budget), right(scope, budget), budget);
    case '!=':
      return (scope, budget) => !isEqual(left(scope, budget), right(scope, budget), budget);
    case '===':
      return (scope, budget) => isIdentical(left(scope, budget), right(scope, budget), budget);
    case '!==':
      return (scope, budget) => !isIdentical(left(scope, budget), right(scope, budget), budget);
    case '+':
      return (scope, budget) => add(left(scope, budget), right(scope, budget), budget);
    case '-':
      return (scope, budget) => {
        const from = left(scope, budget);
        const value = right(scope, budget);
        return (from === undefined ? 0 : toNumber(from, budget)) - (value === undefined ? 0 : toNumber(value, budget));
      };
    case '*':
      return (scope, budget) => toNumber(left(scope, budget), budget) * toNumber(right(scope, budget), budget);
    case '/':
      return (scope, budget) => toNumber(left(scope, budget), budget) / toNumber(right(scope, budget), budget);
    case '%':
      return (scope, budget) => toNumber(left(scope, budget), budget) % toNumber(right(scope, budget), budget);
    case '<':
      return (scope, budget) => isLess(left(scope, budget), right(scope, budget), budget);
    case '>':
      return (scope, budget) => isLess(right(scope, budget), left(scope, budget), budget);
    case '<=':
      return (scope, budget) => isAtMost(left(scope, budget), right(scope, budget), budget);
    case '>=':
      return (scope, budget) => isAtMost(right(scope, budget), left(scope, budget), budget);
  }
}

/** Of two operands a missing one is left out. */
function add(left: unknown, right: unknown, budget: Budget): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (left === undefined) return right;
  if (right === undefined) return left;
  const sum = (toPrimitive(left, budget) as string) + (toPrimitive(right, budget) as string);
  if (typeof sum === 'string') {
    checkTextLength((sum as string).length);
    spend(budget, (sum as string).length);
  }
  return sum;
}

function isLess(left: unknown, right: unknown, budget: Budget): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  spendOnComparison(left, right, budget);
  return (toPrimitive(left, budget) as number) < (toPrimitive(right, budget) as number);
}

function isAtMost(left: unknown, right: unknown, budget: Budget): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left <= right;
  spendOnComparison(left, right, budget);
  return (toPrimitive(left, budget) as number) <= (toPrimitive(right, budget) as number);
}
