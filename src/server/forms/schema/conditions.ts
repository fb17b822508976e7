// Conditions of a form as JSON Schemas of the object that holds the answers they read: true for exactly the data for which core finds
// the condition true. Possible where a condition reads only answers with few values, or compares texts with literals; undefined elsewhere.
// [forms.schema.conditions]
import type { Truth } from '../../../core/definition/definition-problems.ts';
import type { JsonObject, JsonValue } from '../../../core/definition/form-definition.ts';
import type { Expression } from '../../../core/expression/compile.ts';
import type { ExpressionNode } from '../../../core/expression/expression-node.ts';
import { evaluateOr } from '../../../core/plan/evaluate.ts';
import type { FieldStep, FormPlan, Guard, RowShape } from '../../../core/plan/form-plan.ts';
import { schemaByKind } from '../../../fields/all/server/schema.ts';
import type { Steps } from '../../scheduling/run-in-slices.ts';
import { anyOther, type Domain, type JsonSchema, something } from './schema-parts.ts';

export interface Conditions {
  /** Whether a step is shown, as far as its own row decides: what hides the whole repeat is said there. */
  ofStep(step: Pick<FieldStep, 'guard'>, shape: RowShape): Said;
  ofTruth(truth: Truth, shape: RowShape): Said;
}

const maxCombinations = 256;
/** Evaluations for one schema. */
const maxTrials = 50_000;
/** Characters of one condition. */
const maxLength = 6_000;

type Said = JsonSchema | boolean | undefined;

/** A step looks at one condition. */
export function* openConditions(plan: FormPlan): Steps<Conditions> {
  const circular = new Set(plan.decisions.slice(plan.firstCircular));
  const guards = new Map<Guard, Said>();
  const truths = new Map<Truth, Said>();
  const fieldsOf = plan.shapes.map(indexFields);
  let trials = maxTrials;

  function ofTruth(truth: Truth, shape: RowShape): Said {
    if (typeof truth === 'boolean') return truth;
    if (!truths.has(truth)) truths.set(truth, say(truth, shape));
    return truths.get(truth);
  }

  function say(truth: Expression, shape: RowShape): Said {
    // A function of the service may depend on the time.
    if (truth.source.includes('fn')) return undefined;
    if (truth.isConstant) return Boolean(evaluateOr(truth, {}, false));
    const schema = describe(truth, shape);
    return schema === undefined || JSON.stringify(schema).length <= maxLength ? schema : undefined;
  }

  function describe(expression: Expression, shape: RowShape): Said {
    const start = shape.repeat === undefined ? 'model' : 'row';
    const fields = new Map<string, Known>();
    for (const [first, ...keys] of expression.reads) {
      const root = first === 'model' ? plan.shapes[0] : first === start ? shape : undefined;
      // A name that the form does not have is undefined in every entry.
      if (root !== undefined && keys[0] !== undefined && !fieldsOf[root.index]?.names.has(keys[0])) continue;
      const step = first === start ? fieldsOf[shape.index]?.byPath.get(JSON.stringify(keys)) : undefined;
      const shown = step && ofStep(step, shape);
      const domain = step && domainOf(step, expression.node, [start, ...keys]);
      if (domain === undefined || shown === undefined) return undefined;
      fields.set(JSON.stringify(keys), { keys, shown, ...domain });
    }
    const all = [...fields.values()];
    if (all.some(({ isOpen }) => isOpen) && !comparesLiterals(expression.node, start)) return undefined;
    const count = all.reduce((product, { values }) => product * values.length, 1);
    trials -= count;
    if (count > maxCombinations || trials < 0) return undefined;
    const good = combinations(all).filter((values) =>
      Boolean(evaluateOr(expression, { [start]: modelOf(all, values) }, false)),
    );
    if (good.length === 0 || good.length === count) return good.length > 0;
    const [only] = all;
    if (all.length === 1 && only !== undefined) return hasOneOf(only, good.flat());
    return { anyOf: good.map((values) => ({ allOf: values.map((value, at) => hasOneOf(all[at] as Known, [value])) })) };
  }

  function ofStep(step: Pick<FieldStep, 'guard'>, shape: RowShape): Said {
    const guard = ownGuard(step, shape);
    return guard === undefined ? true : guards.get(guard);
  }

  // Each comes after those that it depends on, so that nothing is looked up before it is known.
  for (const guard of plan.guards) {
    yield;
    const shape = plan.shapes[guard.shape] as RowShape;
    const outer = guard.parent === undefined ? true : ofStep({ guard: guard.parent }, shape);
    guards.set(guard, circular.has(guard) ? undefined : bothOf(outer, ofTruth(guard.condition, shape)));
  }
  return { ofStep, ofTruth };
}

/** A condition in the row itself that can hide the step. */
export function ownGuard({ guard }: Pick<FieldStep, 'guard'>, shape: RowShape): Guard | undefined {
  return guard?.shape === shape.index ? guard : undefined;
}

export function bothOf(one: Said, other: Said): Said {
  if (one === false || other === false) return false;
  if (one === undefined || other === undefined) return undefined;
  if (one === true) return other;
  return other === true ? one : { allOf: [one, other] };
}

interface Known extends Domain {
  readonly keys: readonly string[];
  /** While this is false there is no answer. */
  readonly shown: JsonSchema | boolean;
}

function domainOf(step: FieldStep, node: ExpressionNode, path: readonly string[]): Domain | undefined {
  // What is sent for it does not count.
  if (step.compute !== undefined) return undefined;
  const literals = () => [...new Set(literalsFor(node, path))].filter((one) => one.trim() !== '');
  return schemaByKind[step.value.kind].domain?.(step, literals);
}

interface FieldIndex {
  readonly byPath: ReadonlyMap<string, FieldStep>;
  /** Of everything that is directly in the row. */
  readonly names: ReadonlySet<string>;
}

function indexFields(shape: RowShape): FieldIndex {
  const fields = shape.steps.flatMap((step) => (step.kind === 'field' ? [step] : []));
  return {
    byPath: new Map(fields.map((step) => [JSON.stringify(keysOf(shape, step)), step])),
    names: new Set(shape.steps.flatMap((step) => (step.container === 0 ? [step.name] : []))),
  };
}

/** From the row. */
export function keysOf(shape: RowShape, { container, name }: { container: number; name: string }): string[] {
  const keys = [name];
  for (let at = container; at > 0; at = shape.containers[at]!.parent) keys.unshift(shape.containers[at]!.name);
  return keys;
}

function combinations(fields: readonly Domain[]): JsonValue[][] {
  return fields.reduce<JsonValue[][]>(
    (lists, { values }) => lists.flatMap((list) => values.map((value) => [...list, value])),
    [[]],
  );
}

function modelOf(fields: readonly Known[], values: readonly JsonValue[]): JsonObject {
  const model: JsonObject = Object.create(null);
  fields.forEach(({ keys }, at) => {
    let holder = model;
    for (const key of keys.slice(0, -1)) {
      holder[key] ??= Object.create(null) as JsonObject;
      holder = holder[key] as JsonObject;
    }
    holder[keys.at(-1) as string] = values[at] ?? null;
  });
  return model;
}

function hasOneOf(field: Known, wanted: readonly JsonValue[]): JsonSchema {
  const { values, spell, keys, shown } = field;
  // Without an answer, or with one of these: it has none of the others.
  if (wanted.includes(null)) {
    return {
      not: hasOneOf(
        field,
        values.filter((value) => !wanted.includes(value)),
      ),
    };
  }
  const listed = (list: readonly JsonValue[]) => ({ enum: list.filter((one) => one !== anyOther).flatMap(spell) });
  const left = values.filter((value) => value !== null && !wanted.includes(value));
  const others = left.length === 0 ? something : { ...something, allOf: [{ not: listed(left) }] };
  const answer = within(keys, wanted.includes(anyOther) ? others : listed(wanted));
  return shown === true ? answer : { allOf: [shown === false ? { not: {} } : shown, answer] };
}

/** An object that has what is described under the keys. */
function within(keys: readonly string[], schema: JsonSchema): JsonSchema {
  return keys.reduceRight<JsonSchema>(
    (inside, key) => ({ type: 'object', properties: { [key]: inside }, required: [key] }),
    schema,
  );
}

function pathOf(node: ExpressionNode): string[] | undefined {
  if (node.type === 'identifier') return [node.name];
  if (node.type === 'member') {
    const path = pathOf(node.object);
    return path && [...path, node.name];
  }
  if (node.type !== 'index' || node.key.type !== 'literal' || typeof node.key.value !== 'string') return undefined;
  const path = pathOf(node.object);
  return path && [...path, node.key.value];
}

const equalities = ['==', '!=', '===', '!=='];

/** Texts that the answer at the path is compared with. */
function literalsFor(node: ExpressionNode, path: readonly string[]): string[] {
  const isAnswer = (one: ExpressionNode) => JSON.stringify(pathOf(one)) === JSON.stringify(path);
  const textOf = (one: ExpressionNode) => (one.type === 'literal' && typeof one.value === 'string' ? [one.value] : []);
  switch (node.type) {
    case 'unary':
      return literalsFor(node.operand, path);
    case 'binary': {
      const { left, right } = node;
      const own = isAnswer(left) ? textOf(right) : isAnswer(right) ? textOf(left) : [];
      return [...own, ...literalsFor(left, path), ...literalsFor(right, path)];
    }
    case 'call': {
      const list = listSearched(node);
      return list !== undefined && node.args.some(isAnswer) ? list.flatMap(textOf) : [];
    }
    default:
      return [];
  }
}

/** Only `==`, `!=`, `!`, `&&`, `||`, places in lists of literals, and answers by themselves: another text changes nothing then. */
function comparesLiterals(node: ExpressionNode, start: string): boolean {
  const isAnswer = (one: ExpressionNode) => pathOf(one)?.[0] === start;
  const isLiteral = (one: ExpressionNode) =>
    one.type === 'literal' && (typeof one.value === 'string' || one.value === null || one.value === undefined);
  const isPlace = (one: ExpressionNode) =>
    one.type === 'call' &&
    listSearched(one)?.every(isLiteral) === true &&
    one.args.length === 1 &&
    one.args.every(isAnswer);
  const isNumber = (one: ExpressionNode): boolean =>
    (one.type === 'literal' && typeof one.value === 'number') || (one.type === 'unary' && isNumber(one.operand));
  if (isAnswer(node)) return true;
  if (node.type === 'unary') return node.operator === '!' && comparesLiterals(node.operand, start);
  if (node.type === 'call') return isPlace(node) && node.callee.type === 'member' && node.callee.name === 'includes';
  if (node.type !== 'binary') return false;
  const { operator, left, right } = node;
  if (operator === '&&' || operator === '||') return comparesLiterals(left, start) && comparesLiterals(right, start);
  if ((isPlace(left) && isNumber(right)) || (isNumber(left) && isPlace(right))) return true;
  return (
    equalities.includes(operator) && ((isAnswer(left) && isLiteral(right)) || (isLiteral(left) && isAnswer(right)))
  );
}

/** Of `['a', 'b'].indexOf(...)` and `.includes(...)`: the list. */
function listSearched(node: ExpressionNode): readonly ExpressionNode[] | undefined {
  if (node.type !== 'call' || node.callee.type !== 'member' || node.callee.object.type !== 'array') return undefined;
  return ['indexOf', 'includes'].includes(node.callee.name) ? node.callee.object.items : undefined;
}
