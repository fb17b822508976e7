// Walks the element tree in form order and builds the row shapes of a plan: which
// element adds a name to the path, which opens an object or an array, and which only holds others.
// [values.paths.field] [values.paths.section] [values.paths.repeat] [values.paths.columns-and-tabs]

import {
  addProblem,
  type DefinitionPath,
  type DefinitionProblem,
  readCondition,
  type Truth,
} from '../definition/definition-problems.ts';
import { elementKind, isField, opensObject } from '../definition/element-kind.ts';
import type { Element, ElementOf, FieldElement, JsonObject, Tab } from '../definition/form-definition.ts';
import { many, type Steps } from '../definition/steps.ts';
import { quoteName } from '../validation/message.ts';
import { isPlainObject } from '../values/value-type.ts';
import { compileField, compileRowRules } from './compile-field.ts';
import { findRead, mapDataPaths, markRead, type PathNode } from './data-paths.ts';
import type {
  CheckElement,
  CompileTools,
  Computed,
  Container,
  FieldStep,
  Guard,
  RepeatStep,
  RowShape,
  Step,
} from './form-plan.ts';
import { type DecisionOrder, orderDecisions } from './order-decisions.ts';

export const defaultMaxRows = 10;

export interface CompiledShapes {
  readonly shapes: [RowShape, ...RowShape[]];
  readonly order: DecisionOrder;
}

export function* compileShapes(
  root: unknown,
  problems: DefinitionProblem[],
  tools: CompileTools,
): Steps<CompiledShapes> {
  const build: Build = { problems, tools, shapes: [], guards: [], computed: [], reads: [], elementCount: 0 };
  const shape = openShape(build, undefined);
  if (root !== undefined && root !== null) {
    const path = ['formSchema', 'rootElem'];
    if (isPlainObject(root) && ['field', 'content'].includes(elementKind(root['type']) ?? '')) {
      addProblem(problems, [...path, 'type'], 'must be one of [cSection, cRepeat, cRow, cTabs]');
    } else {
      const place: Place = { shape, container: 0, guard: undefined, path: '', columnNames: [], depth: 0 };
      yield* visitElement(build, place, root, path) ?? [];
    }
  }
  yield;
  const shapes = build.shapes as [OpenShape, ...OpenShape[]];
  // Without expressions nobody asks where values are.
  const isAsked = build.reads.length + build.guards.length > 0;
  const paths = yield* mapDataPaths(isAsked ? shapes : []);
  const wholly = new Set<PathNode>();
  for (const [place, { shapeIndex, read }] of build.reads.entries()) {
    if (place % many === 0) yield;
    markRead(findRead(paths, shapeIndex, read), wholly);
  }
  yield;
  for (const shape of shapes) {
    useKeys(shape.steps);
    shape.blankModel = blankModel(shape);
    shape.ruledSteps = shape.steps.filter(hasRules);
    shape.work = rowWork(shape);
  }
  yield;
  return { shapes, order: yield* orderDecisions(build, paths) };
}

/** Engines look up and compare property names by identity, and a text from JSON is not yet one: the keys of an object are. */
function useKeys(steps: { name: string }[]): void {
  const names: Record<string, string> = Object.create(null);
  for (const { name } of steps) names[name] = name;
  for (const key in names) names[key] = key;
  for (const step of steps) step.name = names[step.name]!;
}

/** What one field, question of a matrix or condition costs in a row. */
const cellWork = 15;

function rowWork({ steps, guardCount }: RowShape): number {
  const questions = steps.reduce((count, { element }) => count + (element.matrixQuestions?.length ?? 0), 0);
  return cellWork * (1 + steps.length + guardCount + questions);
}

function blankModel({ steps }: RowShape): JsonObject | undefined {
  const seen = steps.filter((step) => step.isRead);
  const ownNames = seen.filter((step) => step.container === 0).map((step) => step.name);
  return seen.length === 0 ? undefined : Object.fromEntries(ownNames.map((name) => [name, null]));
}

function hasRules(step: Step): boolean {
  if (step.kind !== 'field') return step.kind === 'repeat';
  const { required, options, rules, remotes, value } = step;
  return (
    required !== undefined || options !== undefined || rules.length + remotes.length > 0 || value.hasFiles === true
  );
}

interface Build {
  readonly problems: DefinitionProblem[];
  readonly tools: CompileTools;
  readonly shapes: OpenShape[];
  readonly guards: OpenGuard[];
  readonly computed: Computed[];
  /** What expressions read, with the shape whose row they call `row`. */
  readonly reads: { readonly shapeIndex: number; readonly read: readonly string[] }[];
  elementCount: number;
}

interface OpenShape extends RowShape {
  repeat: RepeatStep | undefined;
  readonly containers: Container[];
  readonly steps: (Step & { name: string })[];
  ruledSteps: readonly Step[];
  slotCount: number;
  guardCount: number;
  work: number;
  blankModel: JsonObject | undefined;
  /** The names taken in each container. */
  readonly names: Set<string>[];
}

interface OpenGuard extends Guard {
  readonly controls: (FieldStep | RepeatStep)[];
}

/** Where in the plan the element being read belongs. */
interface Place {
  readonly shape: OpenShape;
  readonly container: number;
  readonly guard: OpenGuard | undefined;
  readonly path: string;
  readonly columnNames: readonly string[];
  readonly depth: number;
}

function openShape(build: Build, repeat: RepeatStep | undefined): OpenShape {
  const shape: OpenShape = {
    index: build.shapes.length,
    repeat,
    containers: [{ parent: -1, name: '' }],
    steps: [],
    ruledSteps: [],
    slotCount: 0,
    guardCount: 0,
    work: 0,
    blankModel: undefined,
    names: [new Set()],
  };
  build.shapes.push(shape);
  return shape;
}

/** What is inside it is left to be visited. */
function visitElement(build: Build, outer: Place, value: unknown, path: DefinitionPath): Steps<void> | undefined {
  build.elementCount++;
  if (build.tools.checkSize?.(build.problems, path, value, build.elementCount, outer.depth) === false) return undefined;
  const isRoot = outer.depth === 0;
  const element = (build.tools.checkElement ?? takeElement)(build.problems, path, value, isRoot);
  if (element === undefined) return undefined;
  const guard = openGuard(build, outer, element.relevant, path);
  // choice: the first name of every column is `root`, whatever the root element is called.
  const columnNames = [...outer.columnNames, isRoot ? 'root' : element.name];
  const { shape, container } = outer;
  const place: Place = { shape, container, guard, path: outer.path, columnNames, depth: outer.depth + 1 };
  if (isField(element)) {
    addField(build, place, element, path);
    return undefined;
  }
  switch (element.type) {
    case 'cRepeat':
      return addRepeat(build, place, element, path);
    case 'cSection':
      return addSection(build, place, element, path);
    case 'cRow':
    case 'cTabs':
      return visitArrays(build, place, element, path);
    default:
      return undefined;
  }
}

const takeElement: CheckElement = (problems, path, value) => {
  if (isPlainObject(value) && elementKind(value['type']) !== undefined)
    return ('name' in value ? value : { name: 'root', ...value }) as never;
  addProblem(problems, path, 'must be an element');
  return undefined;
};

/** `path` of the element or tab. */
function openGuard(build: Build, place: Place, source: unknown, path: DefinitionPath): OpenGuard | undefined {
  if (source === undefined) return place.guard;
  const condition: Truth = readCondition(build.problems, [...path, 'relevant'], source, true, build.tools.expressions);
  if (condition === true) return place.guard;
  if (typeof condition !== 'boolean') addReads(build, place, condition.reads);
  const guard: OpenGuard = {
    index: place.shape.guardCount++,
    shape: place.shape.index,
    parent: place.guard,
    elementPath: path.join('.'),
    condition,
    controls: [],
  };
  build.guards.push(guard);
  return guard;
}

/** Takes the element's name in its container, and says where its value sits. */
function stepAt<One extends Element>(build: Build, place: Place, element: One, path: DefinitionPath) {
  const names = place.shape.names[place.container]!;
  if (names.has(element.name)) {
    addProblem(build.problems, [...path, 'name'], `contains a duplicate data path: ${element.name}`);
  }
  names.add(element.name);
  return {
    element,
    name: element.name,
    isInherited: element.name in Object.prototype,
    container: place.container,
    guard: place.guard,
    path: place.path + quoteName(element.name),
    columnNames: place.columnNames,
    isRead: false,
  };
}

function addReads(build: Build, place: Place, reads: readonly (readonly string[])[]): void {
  for (const read of reads) build.reads.push({ shapeIndex: place.shape.index, read });
}

function addControlled(place: Place, step: FieldStep | RepeatStep): void {
  place.shape.steps.push(step);
  for (let guard = place.guard; guard !== undefined; guard = guard.parent as OpenGuard | undefined) {
    guard.controls.push(step);
  }
}

function addField(build: Build, place: Place, element: FieldElement, path: DefinitionPath): void {
  const { value, compute, required, options, rules, remotes, look, reads } = compileField(
    build.problems,
    path,
    element,
    build.tools,
  );
  addReads(build, place, reads);
  // What was compiled is named: to spread it is much of the work where hundreds of fields are compiled once.
  const step: FieldStep = {
    kind: 'field',
    ...stepAt(build, place, element, path),
    slot: place.shape.slotCount++,
    value,
    compute,
    required,
    options,
    rules,
    remotes,
    look,
  };
  addControlled(place, step);
  if (compute === undefined) return;
  build.computed.push({ shape: place.shape.index, path: [...path, 'compute'], step, compute });
}

function* addRepeat(build: Build, place: Place, element: ElementOf<'cRepeat'>, path: DefinitionPath): Steps<void> {
  const rows = openShape(build, undefined);
  const { reads, ...parts } = compileRowRules(build.problems, path, element, build.tools);
  addReads(build, place, reads);
  const repeat: RepeatStep = {
    kind: 'repeat',
    ...stepAt(build, place, element, path),
    slot: place.shape.slotCount++,
    rows,
    maxRows: element.repMaxRows ?? defaultMaxRows,
    ...parts,
  };
  rows.repeat = repeat;
  addControlled(place, repeat);
  const inside: Place = { ...place, shape: rows, container: 0, guard: undefined, path: '' };
  yield* visitChildren(build, inside, element.children, [...path, 'children']);
}

function* addSection(build: Build, place: Place, element: ElementOf<'cSection'>, path: DefinitionPath): Steps<void> {
  let inside = place;
  const isNested = opensObject(element);
  if (isNested || element.secCollapse === true) {
    const step = stepAt(build, place, element, path);
    let own: number | undefined;
    if (isNested) {
      own = place.shape.containers.length;
      place.shape.containers.push({ parent: place.container, name: element.name });
      place.shape.names.push(new Set());
      place.shape.steps.push({ kind: 'section', ...step, own });
      inside = { ...place, container: own, path: step.path };
    }
    if (element.secCollapse === true) {
      place.shape.steps.push({ kind: 'screen-state', ...step, key: '__isCollapsed', own });
    }
  }
  yield* visitChildren(build, inside, element.children, [...path, 'children']);
}

function* visitArrays(
  build: Build,
  place: Place,
  element: ElementOf<'cRow' | 'cTabs'>,
  path: DefinitionPath,
): Steps<void> {
  if (element.type === 'cTabs') {
    const step = stepAt(build, place, element, path);
    place.shape.steps.push({ kind: 'screen-state', ...step, key: '__activeTab', own: undefined });
  }
  const arrays = element.children ?? [];
  if (!Array.isArray(arrays)) {
    addProblem(build.problems, [...path, 'children'], 'must be an array');
    return;
  }
  const tabs = element.type === 'cTabs' ? readTabs(build, element, path) : [];
  for (const [index, children] of arrays.entries()) {
    const inside = tabs[index] === undefined ? place : insideTab(build, place, tabs[index], [...path, 'tabs', index]);
    yield* visitChildren(build, inside, children, [...path, 'children', index]);
  }
}

function readTabs(build: Build, element: ElementOf<'cTabs'>, path: DefinitionPath): Tab[] {
  const tabs: unknown = element.tabs ?? [];
  if (Array.isArray(tabs) && tabs.every(isPlainObject)) return tabs as Tab[];
  addProblem(build.problems, [...path, 'tabs'], 'must be an array of objects');
  return [];
}

function insideTab(build: Build, place: Place, tab: Tab, path: DefinitionPath): Place {
  const guard = openGuard(build, place, tab.relevant, path);
  return {
    ...place,
    guard,
    columnNames: tab.name === undefined ? place.columnNames : [...place.columnNames, tab.name],
  };
}

/** Between two stops: a plain field takes microseconds, and each stop passes through all that is around it. */
const fieldsAtOnce = 8;

function* visitChildren(build: Build, place: Place, children: unknown, path: DefinitionPath): Steps<void> {
  if (children === undefined || children === null) return;
  if (!Array.isArray(children)) {
    addProblem(build.problems, path, 'must be an array');
    return;
  }
  for (const [index, child] of children.entries()) {
    if (index % fieldsAtOnce === 0 || child?.options || child?.validators) yield;
    const inside = visitElement(build, place, child, [...path, index]);
    if (inside) yield* inside;
  }
}
