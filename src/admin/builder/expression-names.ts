// Which names an expression may use at a place of a form: the declared fields with their labels and kinds, inside a repeat
// also those of the row, what is known of the entry and the form, and the functions. docs/expressions.md "Names".
import { elementKind } from '../../core/element-kind.ts';
import { filters } from '../../core/expression/filters.ts';
import { functions } from '../../core/expression/functions.ts';
import { printExpression } from '../../core/expression/print.ts';
import { isName } from '../../core/expression/tokens.ts';
import type { Element, FormDefinition } from '../../core/form-definition.ts';
import { type Option, readOptionList } from '../../core/option-list.ts';
import { hasOptions, hasQuestions, itemTypeOf, valueTypeOf } from '../../core/value-type-of.ts';
import { INVALID, isPlainObject, type ValueKind } from '../../core/values/value-type.ts';

/** `rows` is a repeat, `object` a section with an object of its own, `fact` anything that is no field. */
export type NameKind = ValueKind | 'rows' | 'object' | 'fact';

export interface KnownName {
  /** As an expression writes it: `model.age`, `model['first name']`, `row.price`. */
  readonly text: string;
  readonly path: readonly string[];
  /** What people call it; for a fact or function the key of its description. */
  readonly label: string;
  readonly kind: NameKind;
  /** Of dates. */
  readonly mode?: 'd' | 'dt' | 't';
  /** Of choices from a list that is written in the form. */
  readonly options?: readonly Option[];
}

export interface ExpressionNames {
  /** Fields, repeats and objects in form order; those of the row first. */
  readonly fields: readonly KnownName[];
  /** `$index`, `data.*`, and whatever the property adds, such as `value`. */
  readonly facts: readonly KnownName[];
  /** `fn.sum(`. */
  readonly functions: readonly KnownName[];
  readonly filters: readonly string[];
  /** Whether the form has what an expression reads; what lies inside a value is the value's own. */
  knows(read: readonly string[]): boolean;
}

export type DefinitionPlace = string | readonly (string | number)[];

/** `at` is the place of an element: `formSchema.rootElem.children.0`, with or without what follows inside the element. */
export function fieldNames(definition: FormDefinition, at?: DefinitionPlace): ExpressionNames {
  const place = typeof at === 'string' ? at.split('.') : (at ?? []).map(String);
  const tree: Found = { fields: [], paths: newNode(), row: undefined, place };
  const root = definition.formSchema?.rootElem;
  if (isPlainObject(root)) {
    visit(tree, root as unknown as Element, {
      path: ['formSchema', 'rootElem'],
      data: ['model'],
      above: [],
      isRoot: true,
    });
  }
  const { row } = tree;
  const facts = [...(row === undefined ? [] : ['$index']), ...entryFacts, ...formFacts].map(factName);
  return {
    fields: [...(row?.fields ?? []), ...tree.fields],
    facts,
    functions: Object.keys(functions).map((name) => ({ ...factName(`fn.${name}`), text: `fn.${name}(` })),
    filters: Object.keys(filters),
    knows: (read) => knows(tree, facts, read),
  };
}

/** The names of a property that has more: `value` in a rule, `term` in a search. */
export function withFacts(names: ExpressionNames, more: readonly string[]): ExpressionNames {
  return {
    ...names,
    facts: [...more.map(factName), ...names.facts],
    knows: (read) => more.includes(read[0] ?? '') || names.knows(read),
  };
}

const entryFacts = [
  'id',
  'idx',
  'submitIdx',
  'status',
  'createTime',
  'modifyTime',
  'submitTime',
  'editUrl',
  'cloneUrl',
  'resumeUrl',
  'resumeUrlBewit',
  'shortUrl',
  'archivedRenders',
].map((name) => `data.entry.${name}`);
const formFacts = ['id', 'name', 'publicName', 'displayName', 'timeZone'].map((name) => `data.form.${name}`);

function factName(text: string): KnownName {
  return { text, path: text.split('.'), label: text, kind: 'fact' };
}

interface PathNode {
  readonly below: Map<string, PathNode>;
  /** What lies inside is a value's own or that of rows: not looked at. */
  isOpen: boolean;
}

interface Row {
  readonly fields: KnownName[];
  readonly paths: PathNode;
}

interface Found {
  readonly fields: KnownName[];
  readonly paths: PathNode;
  /** Of the innermost repeat around the place. */
  row: Row | undefined;
  readonly place: readonly string[];
}

interface Place {
  /** In the definition. */
  readonly path: readonly string[];
  /** In the data, with its base: `['model', 'address']`. */
  readonly data: readonly string[];
  /** Labels of the objects around. */
  readonly above: readonly string[];
  readonly isRoot?: boolean;
}

function newNode(): PathNode {
  return { below: new Map(), isOpen: false };
}

function visit(tree: Found, element: Element, place: Place): void {
  if (!isPlainObject(element)) return;
  const kind = elementKind(element.type);
  if (kind === 'field') addField(tree, element, place);
  else if (kind === 'repeat') visitRepeat(tree, element, place);
  else if (kind === 'section' && element.secFlat === false && place.isRoot !== true) {
    if (!hasName(element)) return;
    const inside = { ...place, data: [...place.data, element.name], above: [...place.above, labelOf(element)] };
    add(tree, { path: inside.data, kind: 'object', label: labelOf(element), above: place.above });
    visitChildren(tree, element, inside);
  } else visitChildren(tree, element, place);
}

function visitChildren(tree: Found, element: Element, { path, data, above }: Place): void {
  const children: unknown = element.children;
  if (!Array.isArray(children)) return;
  children.forEach((child: Element | Element[], at) => {
    const childPath = [...path, 'children', String(at)];
    if (!Array.isArray(child)) visit(tree, child, { path: childPath, data, above });
    else child.forEach((inner, row) => void visit(tree, inner, { path: [...childPath, String(row)], data, above }));
  });
}

function visitRepeat(tree: Found, element: Element, place: Place): void {
  if (!hasName(element)) return;
  const path = [...place.data, element.name];
  add(tree, { path, kind: 'rows', label: labelOf(element), above: place.above }).isOpen = true;
  // The repeat's own rules stand outside its rows.
  const inside = [...place.path, 'children'];
  if (!inside.every((step, at) => tree.place[at] === step)) return;
  const row: Found = { fields: [], paths: newNode(), row: undefined, place: tree.place };
  visitChildren(row, element, { path: place.path, data: ['row'], above: [] });
  tree.row = row.row ?? row;
}

function addField(tree: Found, element: Element, { data, above }: Place): void {
  if (!hasName(element)) return;
  const { kind } = valueTypeOf(element)!;
  const path = [...data, element.name];
  const label = labelOf(element);
  const options = hasOptions(element) && Array.isArray(element.options) ? storedOptions(element) : undefined;
  const { typeValidator } = element;
  const setMode = typeof typeValidator === 'object' && typeValidator !== null ? typeValidator.mode : undefined;
  const mode = kind === 'date' ? (setMode ?? 'd') : undefined;
  const node = add(tree, { path, kind, label, above, ...(options && { options }), ...(mode && { mode }) });
  node.isOpen = kind !== 'matrix';
  if (!hasQuestions(element) || !Array.isArray(element.matrixQuestions)) return;
  for (const question of readOptionList(element.matrixQuestions)) {
    const asked = { path: [...path, String(question.value)], label: question.label, above: [...above, label] };
    add(tree, { ...asked, kind: 'choice', ...(options && { options }) });
  }
}

/** Options with their values as entries hold them: '1' of a number field is 1. */
function storedOptions(element: Element): Option[] {
  const item = itemTypeOf(element);
  return readOptionList(element.options as readonly unknown[]).flatMap((option) => {
    const value = item.read(option.value, { cleanHtml: (html) => html });
    return value === INVALID || value === null ? [] : [{ ...option, value }];
  });
}

function add(
  tree: Found,
  {
    path,
    label,
    above,
    ...name
  }: Pick<KnownName, 'path' | 'label' | 'kind' | 'options' | 'mode'> & { above: readonly string[] },
): PathNode {
  tree.fields.push({ ...name, path, text: writePath(path), label: [...above, label].join(' › ') });
  let node = tree.paths;
  for (const step of path.slice(1)) {
    if (!node.below.has(step)) node.below.set(step, newNode());
    node = node.below.get(step)!;
  }
  return node;
}

export function writePath([base, ...steps]: readonly string[]): string {
  return `${base}${steps.map((step) => (isName(step) ? `.${step}` : `[${quoteText(step)}]`)).join('')}`;
}

export function quoteText(text: string): string {
  return printExpression({ type: 'literal', position: 0, value: text });
}

function hasName(element: Element): boolean {
  return typeof element.name === 'string' && element.name !== '';
}

function labelOf({ label, name }: Element): string {
  return typeof label === 'string' && label.trim() !== '' ? label : name;
}

function knows(tree: Found, facts: readonly KnownName[], [base = '', ...steps]: readonly string[]): boolean {
  if (base === 'model') return isBelow(tree.paths, steps);
  if (base === 'row') return tree.row !== undefined && isBelow(tree.row.paths, steps);
  // Of the entry and the form only the listed facts are promised, but a fact may have parts.
  return facts.some(({ path }) => path.every((step, at) => at > steps.length || step === [base, ...steps][at]));
}

function isBelow(node: PathNode, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined || step === 'length') return true;
  const next = node.below.get(step);
  if (next === undefined) return node.isOpen;
  return isBelow(next, rest);
}
