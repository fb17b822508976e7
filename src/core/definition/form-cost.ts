// What a form may cost at most when somebody fills it, estimated when it is written: a form that no request could check is
// refused with the place that makes it so dear. The bounds are far above any form that people fill. [limits.forms]

import { maxWork } from '../expression/budget.ts';
import type { CompiledPattern, CompilePattern } from '../text/pattern.ts';
import { longestTextFor, type OnPattern } from '../validation/rules.ts';
import { isPlainObject } from '../values/value-type.ts';
import { addProblem, type DefinitionPath, type DefinitionProblem } from './definition-problems.ts';

/** Twenty times what a request may cost: not every row is filled, and not every condition is asked in full. */
const maxFormWork = 20 * maxWork;
/** An entry has no more rows than these: see row-state.ts. */
const maxRows = 10_000;
/** The length of a text that a pattern must be able to take, where the field does not limit it. */
const defaultTextLength = 1000;
/** Instructions of all different patterns of a form: each takes time to compile and memory to keep. */
const maxPatternsSize = 20_000;

/** Compiles each pattern once, and none once there are too many. */
export function patternLimits(
  form: unknown,
  problems: DefinitionProblem[],
  compile: CompilePattern,
): { compilePattern: CompilePattern; onPattern: OnPattern } {
  const compiled = new Map<string, CompiledPattern>();
  const counted = new Set<string>();
  let total = 0;
  return {
    compilePattern(source) {
      const known = compiled.get(source);
      if (known !== undefined) return known;
      const pattern = total > maxPatternsSize ? untried : compile(source);
      compiled.set(source, pattern);
      return pattern;
    },
    onPattern(path, source, size) {
      // The path of a pattern ends in validators, its place and value.
      const maxLength = findMaxLength(valueAt(form, path.slice(0, -2))) ?? defaultTextLength;
      const longest = longestTextFor(size);
      if (longest < maxLength) {
        const text = `is too costly: it can be tried on texts of ${longest} characters, and the field allows ${maxLength}`;
        addProblem(problems, path, `${text}. Use a simpler pattern, or a str/maxLength validator`);
      }
      if (counted.has(source)) return;
      counted.add(source);
      if (total <= maxPatternsSize && total + size > maxPatternsSize) {
        addProblem(problems, path, 'makes the patterns of the form too large together');
      }
      total += size;
    },
  };
}

function valueAt(holder: unknown, path: DefinitionPath): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], holder);
}

/** The length that another validator of the field limits its text to. */
function findMaxLength(validators: unknown): number | undefined {
  for (const one of listIn(validators)) {
    if (!isPlainObject(one) || one['type'] !== 'str/maxLength' || (one['level'] ?? 'error') !== 'error') continue;
    const limit = Number(one['value']);
    if (limit >= 0) return limit;
  }
  return undefined;
}

const untried: CompiledPattern = { size: 1, test: () => false };

interface Around {
  /** The repeat around, or the root. */
  readonly owner: DefinitionPath;
  readonly rows: number;
}

/** Adds a problem where the form as a whole asks for far more than a request may do. */
export function checkWork(problems: DefinitionProblem[], root: unknown): void {
  const path = ['formSchema', 'rootElem'];
  let total = 0;
  const visit = (element: unknown, at: DefinitionPath, outer: Around): void => {
    if (!isPlainObject(element) || total > maxFormWork) return;
    const rowsHere = element['repMaxRows'];
    const isRepeat = element['type'] === 'cRepeat';
    total += outer.rows * workOf(element);
    const rows = outer.rows * (typeof rowsHere === 'number' ? rowsHere : defaultRows);
    const inner = isRepeat ? { owner: at, rows: Math.min(maxRows, rows) } : outer;
    if (total > maxFormWork) {
      addProblem(problems, outer.owner, 'asks for too much work: it has too many rows, elements or conditions');
      return;
    }
    visitAll(element['children'], [...at, 'children'], inner);
  };
  const visitAll = (list: unknown, at: DefinitionPath, outer: Around): void => {
    if (!Array.isArray(list)) return;
    list.forEach((child, index) => {
      if (Array.isArray(child)) visitAll(child, [...at, index], outer);
      else visit(child, [...at, index], outer);
    });
  };
  visit(root, path, { owner: path, rows: 1 });
}

const defaultRows = 10;
const elementWork = 15;
const validatorWork = 20;
/** For each character of an expression. */
const sourceWork = 1;

function workOf(element: Record<string, unknown>): number {
  let work = elementWork;
  const addSource = (source: unknown) => {
    if (typeof source === 'string') work += sourceWork * source.length;
  };
  addSource(element['relevant']);
  addSource(element['options']);
  if (isPlainObject(element['reqValidator'])) addSource(element['reqValidator']['req']);
  for (const tab of listIn(element['tabs'])) addSource(isPlainObject(tab) ? tab['relevant'] : undefined);
  for (const validator of listIn(element['validators'])) {
    work += validatorWork;
    if (isPlainObject(validator)) addSource(validator['value']);
  }
  return work + elementWork * listIn(element['matrixQuestions']).length;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
