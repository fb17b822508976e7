// Which names an expression may use at a place of a form: the declared fields with their labels and kinds, inside a repeat
// also those of the row, what is known of the entry and the form, and the functions. docs/expressions.md "Names".

import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { type ElementPlace, walkElements } from '../../../core/definition/walk-elements.ts';
import { filters } from '../../../core/expression/filters.ts';
import { functions } from '../../../core/expression/functions.ts';
import { printExpression } from '../../../core/expression/print.ts';
import { isName } from '../../../core/expression/tokens.ts';
import { type Option, readOptionList, storedOptions } from '../../../core/plan/option-list.ts';
import { hasOptions, hasQuestions, itemTypeOf, valueTypeOf } from '../../../core/plan/value-type-of.ts';
import type { ValueKind } from '../../../fields/all/kind.ts';

/** `rows` is a repeat, `object` a section with an object of its own, `fact` anything that is not a field. */
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
  /** In the answer of another field: a question of a matrix. */
  readonly isPart?: boolean;
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

/**
 * `at` is the place of an element: `formSchema.rootElem.children.0`, with or without what follows inside the element. Read from the
 * form when they are asked for: while a label is typed nobody does.
 */
export function fieldNames(definition: FormDefinition, at?: DefinitionPlace): ExpressionNames {
  return whenAsked(() => readNames(definition, at));
}

function whenAsked(read: () => ExpressionNames): ExpressionNames {
  let names: ExpressionNames | undefined;
  const get = () => {
    names ??= read();
    return names;
  };
  return {
    get fields() {
      return get().fields;
    },
    get facts() {
      return get().facts;
    },
    get functions() {
      return get().functions;
    },
    get filters() {
      return get().filters;
    },
    knows: (one) => get().knows(one),
  };
}

function readNames(definition: FormDefinition, at: DefinitionPlace | undefined): ExpressionNames {
  const place = `${typeof at === 'string' ? at : (at ?? []).join('.')}.`;
  const model: Names = { base: 'model', repeat: undefined, fields: [], paths: newNode() };
  let row: Names | undefined;
  for (const visited of walkElements(definition)) {
    if (visited.dataKeys === undefined) continue;
    const names = [model, row].find((one) => one?.repeat === visited.repeat);
    if (names !== undefined) addNames(names, visited);
    // The repeat's own rules stand outside its rows.
    if (visited.kind === 'repeat' && place.startsWith(`${visited.elementPath}.children.`)) {
      row = { base: 'row', repeat: visited, fields: [], paths: newNode() };
    }
  }
  const facts = [...(row === undefined ? [] : ['$index']), ...entryFacts, ...factsOfForm].map(factName);
  return {
    fields: [...(row?.fields ?? []), ...model.fields],
    facts,
    functions: Object.keys(functions).map((name) => ({ ...factName(`fn.${name}`), text: `fn.${name}(` })),
    filters: Object.keys(filters),
    knows: (read) => knows(model, row, facts, read),
  };
}

/** The names of a property that has more: `value` in a rule, `term` in a search. */
export function withFacts(names: ExpressionNames, more: readonly string[]): ExpressionNames {
  return whenAsked(() => ({
    ...names,
    facts: [...more.map(factName), ...names.facts],
    knows(read) {
      const [base = '', ...steps] = read;
      // Of the same fields, in words.
      if (base === 'answers') return more.includes(base) && names.knows(['model', ...steps]);
      return more.includes(base) || names.knows(read);
    },
  }));
}

/** What messages can show besides: each answer in words, and all of them. [after-actions.answers] */
export const messageFacts: readonly string[] = ['answers', 'allAnswers'];

/** What texts of the form can show besides. [expressions.names] */
export const formFacts: readonly string[] = ['answers'];

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
const factsOfForm = ['id', 'name', 'publicName', 'displayName', 'timeZone'].map((name) => `data.form.${name}`);

function factName(text: string): KnownName {
  return { text, path: text.split('.'), label: text, kind: 'fact' };
}

interface PathNode {
  readonly below: Map<string, PathNode>;
  /** What lies inside is a value's own or that of rows: not looked at. */
  isOpen: boolean;
}

/** The names of the entry, or of the rows of the innermost repeat around the place. */
interface Names {
  readonly base: 'model' | 'row';
  readonly repeat: ElementPlace | undefined;
  readonly fields: KnownName[];
  readonly paths: PathNode;
}

function newNode(): PathNode {
  return { below: new Map(), isOpen: false };
}

function addNames(names: Names, place: ElementPlace): void {
  const { element } = place;
  const path = [names.base, ...place.dataKeys!];
  const label = labelOf(place);
  const above = labelsAbove(place);
  if (place.kind === 'repeat') add(names, { path, kind: 'rows', label, above }).isOpen = true;
  if (place.kind === 'section') add(names, { path, kind: 'object', label, above });
  if (place.kind !== 'field') return;
  const { kind, mode } = valueTypeOf(element)!;
  const options =
    hasOptions(element) && Array.isArray(element.options)
      ? storedOptions(readOptionList(element.options), itemTypeOf(element))
      : undefined;
  const node = add(names, { path, kind, label, above, ...(options && { options }), ...(mode && { mode }) });
  node.isOpen = !hasQuestions(element);
  if (!hasQuestions(element) || !Array.isArray(element.matrixQuestions)) return;
  for (const question of readOptionList(element.matrixQuestions)) {
    const asked = { path: [...path, String(question.value)], label: question.label, above: [...above, label] };
    add(names, { ...asked, kind: 'choice', isPart: true, ...(options && { options }) });
  }
}

function add(
  names: Names,
  { path, label, above, ...name }: Omit<KnownName, 'text'> & { above: readonly string[] },
): PathNode {
  names.fields.push({ ...name, path, text: writePath(path), label: [...above, label].join(' › ') });
  let node = names.paths;
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

/** Of the objects around, from the outside in. */
function labelsAbove({ parent }: ElementPlace): string[] {
  if (parent === undefined || parent.kind === 'repeat') return [];
  const above = labelsAbove(parent);
  return parent.dataKeys === undefined ? above : [...above, labelOf(parent)];
}

function labelOf({ element: { label }, name }: ElementPlace): string {
  return typeof label === 'string' && label.trim() !== '' ? label : name!;
}

function knows(
  model: Names,
  row: Names | undefined,
  facts: readonly KnownName[],
  [base = '', ...steps]: readonly string[],
): boolean {
  if (base === 'model') return isBelow(model.paths, steps);
  if (base === 'row') return row !== undefined && isBelow(row.paths, steps);
  // Of the entry and the form only the listed facts are promised, but a fact may have parts.
  return facts.some(({ path }) => path.every((step, at) => at > steps.length || step === [base, ...steps][at]));
}

function isBelow(node: PathNode, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined || step === 'length') return true;
  const next = node.below.get(step);
  if (next === undefined) return node.isOpen;
  return isBelow(next, rest);
}
