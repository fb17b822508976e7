// What expressions and templates of a form read that the form does not have: a deleted field, a mistyped name, an option that
// was renamed; and, before a field goes, who reads it. Takes the whole form, so nobody asks at each key press.

import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { runAtOnce, type Steps } from '../../../core/definition/steps.ts';
import { type ElementPlace, walkElements } from '../../../core/definition/walk-elements.ts';
import { ExpressionSyntaxError } from '../../../core/expression/errors.ts';
import type { ExpressionNode } from '../../../core/expression/expression-node.ts';
import { listReads } from '../../../core/expression/list-reads.ts';
import { parseExpression } from '../../../core/expression/parse.ts';
import { readOptionList } from '../../../core/plan/option-list.ts';
import { hasOptions, hasQuestions } from '../../../core/plan/value-type-of.ts';
import { readParts } from '../../../core/text/template.ts';
import { type ExpressionNames, fieldNames, withFacts, writePath } from '../expressions/expression-names.ts';
import { listSources, type Source } from './expression-sources.ts';

export interface BrokenReference {
  /** Inside the element or rule: `relevant`, `validators.0.value`, `tabs.1.relevant`. */
  readonly property: string;
  /** `name`: the form has no such field; `value`: the field does not offer this option. */
  readonly kind: 'name' | 'value';
  /** The field or option that is missing, as the expression writes it. */
  readonly name: string;
  /** Of the field that does not offer the value. */
  readonly field?: string;
  /** The whole expression or template. */
  readonly text: string;
}

/** By the path of the element, or of a rule after sending: `postSubmit.emails.0`. */
export type BrokenReferences = ReadonlyMap<string, readonly BrokenReference[]>;

/** What expressions mean, by kind and source: most stay the same from one look to the next. */
export type ParsedSources = Map<string, ParsedSource>;

export function brokenReferences(definition: FormDefinition, parsed?: ParsedSources): BrokenReferences {
  return runAtOnce(brokenReferencesInSteps(definition, parsed));
}

/** The same with pauses. */
export function* brokenReferencesInSteps(
  definition: FormDefinition,
  parsed: ParsedSources = new Map(),
): Steps<BrokenReferences> {
  const broken = new Map<string, BrokenReference[]>();
  const form = indexForm(definition);
  let count = 0;
  for (const source of listSources(form.places, definition)) {
    if (count++ % 20 === 0) yield;
    const found = brokenIn(source, form, parsed);
    if (found.length === 0) continue;
    broken.set(source.owner, [...(broken.get(source.owner) ?? []), ...found]);
  }
  return broken;
}

export interface Reader {
  /** Of the element, or of a rule after sending. */
  readonly path: string;
  readonly property: string;
}

/** Who reads what is at these paths or inside them, and is not there itself. In form order. */
export function usersOf(
  definition: FormDefinition,
  paths: readonly string[],
  parsed: ParsedSources = new Map(),
): readonly Reader[] {
  const isGone = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`));
  const { places } = indexForm(definition);
  const gone = places.filter(({ elementPath, dataKeys }) => dataKeys !== undefined && isGone(elementPath));
  if (gone.length === 0) return [];
  const targets = gone.map(({ repeat, dataKeys }) => ({ repeat: repeat?.elementPath, keys: dataKeys! }));
  const readers: Reader[] = [];
  for (const source of listSources(places, definition)) {
    if (isGone(source.owner)) continue;
    const reads = parse(source, parsed)?.reads ?? [];
    const isReader = reads.some((read) => targets.some((target) => isOf(read, source, target)));
    if (isReader) readers.push({ path: source.owner, property: source.property });
  }
  return readers;
}

/** Where something is in the data: from the entry, or from the row of a repeat. */
export interface DataTarget {
  readonly repeat: string | undefined;
  readonly keys: readonly string[];
}

/** Whether an expression at `source` reads the target or something inside it. */
export function isOf(
  [base, ...steps]: readonly string[],
  source: Pick<Source, 'repeat'>,
  { repeat, keys }: DataTarget,
): boolean {
  const isThere =
    repeat === undefined ? base === 'model' || base === 'answers' : base === 'row' && source.repeat === repeat;
  return isThere && keys.every((key, at) => steps[at] === key);
}

interface FormIndex {
  readonly definition: FormDefinition;
  readonly places: readonly ElementPlace[];
  readonly namesOf: (repeat: string | undefined) => ExpressionNames;
  readonly elementOf: (repeat: string | undefined, keys: readonly string[]) => Element | undefined;
}

/** Names are the same everywhere in the rows of a repeat, and outside of all. */
function indexForm(definition: FormDefinition): FormIndex {
  const places = [...walkElements(definition)];
  const names = new Map<string, ExpressionNames>();
  const elements = new Map<string, Element>();
  const keyOf = (repeat: string | undefined, keys: readonly string[]) => JSON.stringify([repeat ?? '', ...keys]);
  for (const { element, repeat, dataKeys } of places) {
    if (dataKeys !== undefined) elements.set(keyOf(repeat?.elementPath, dataKeys), element);
  }
  return {
    definition,
    places,
    namesOf(repeat = '') {
      const known = names.get(repeat) ?? fieldNames(definition, repeat === '' ? undefined : `${repeat}.children.0`);
      names.set(repeat, known);
      return known;
    },
    elementOf: (repeat, keys) => elements.get(keyOf(repeat, keys)),
  };
}

function brokenIn(source: Source, form: FormIndex, parsed: ParsedSources): BrokenReference[] {
  const read = parse(source, parsed);
  // What cannot be read is a problem of its own.
  if (read === undefined) return [];
  const { property, text, repeat } = source;
  const names = withFacts(form.namesOf(repeat), source.facts);
  const unknown = read.reads
    .filter((path) => !names.knows(path) && !path.some((step) => step.startsWith('__')))
    .map((path): BrokenReference => ({ property, kind: 'name', name: writePath(path), text }));
  const values = read.comparisons.flatMap(({ path, value }): BrokenReference[] => {
    const [base, ...keys] = path;
    const scope = base === 'model' ? undefined : base === 'row' ? repeat : null;
    const field = scope === null ? undefined : chosenFrom(form, scope, keys);
    if (field === undefined || offers(field, value)) return [];
    return [{ property, kind: 'value', name: String(value), field: field.label?.trim() || field.name, text }];
  });
  return [...unknown, ...values];
}

/** A field with options that are written in the form; for a question of a matrix, the matrix. */
function chosenFrom(form: FormIndex, repeat: string | undefined, keys: readonly string[]): Element | undefined {
  const own = form.elementOf(repeat, keys);
  const field = own ?? form.elementOf(repeat, keys.slice(0, -1));
  if (field === undefined || (own === undefined) !== hasQuestions(field)) return undefined;
  return hasOptions(field) && Array.isArray(field.options) ? field : undefined;
}

function offers(field: Element, value: string | number | boolean): boolean {
  // A text of one's own may be anything.
  if ((field as { otherOption?: unknown }).otherOption) return true;
  return readOptionList(field.options as readonly unknown[]).some((option) => String(option.value) === String(value));
}

export interface ParsedSource {
  readonly reads: readonly (readonly string[])[];
  readonly comparisons: readonly Comparison[];
}

interface Comparison {
  readonly path: readonly string[];
  readonly value: string | number | boolean;
}

const maxParsed = 5_000;
const unreadable: ParsedSource = { reads: [], comparisons: [] };

function parse({ kind, text }: Source, parsed: ParsedSources): ParsedSource | undefined {
  const key = `${kind} ${text}`;
  let known = parsed.get(key);
  if (known === undefined) {
    if (parsed.size >= maxParsed) parsed.clear();
    known = parseText(kind, text);
    parsed.set(key, known);
  }
  return known === unreadable ? undefined : known;
}

function parseText(kind: Source['kind'], text: string): ParsedSource {
  try {
    const nodes = kind === 'expression' ? [parseExpression(text)] : readParts(text).nodes;
    return { reads: listReads(nodes), comparisons: nodes.flatMap((node) => comparisonsIn(node)) };
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return unreadable;
    throw error;
  }
}

function comparisonsIn(node: ExpressionNode): Comparison[] {
  const own =
    node.type === 'binary' && /^[=!]==?$/.test(node.operator)
      ? [compared(node.left, node.right), compared(node.right, node.left)]
      : node.type === 'call' && node.callee.type === 'member' && node.callee.name === 'includes'
        ? included(node.callee.object, node.args)
        : [];
  return [...own.filter((one) => one !== undefined), ...nodesIn(node).flatMap(comparisonsIn)];
}

/** `['a', 'b'].includes(model.x)` and `model.x.includes('a')`. */
function included(holder: ExpressionNode, args: readonly ExpressionNode[]): (Comparison | undefined)[] {
  const [argument] = args;
  if (argument === undefined) return [];
  if (holder.type === 'array') return holder.items.map((item) => compared(argument, item));
  return [compared(holder, argument)];
}

function compared(field: ExpressionNode, value: ExpressionNode): Comparison | undefined {
  if (value.type !== 'literal' || value.value === null || value.value === undefined || value.value === '') {
    return undefined;
  }
  if (field.type !== 'member' && field.type !== 'index') return undefined;
  const [path, ...others] = listReads([field]);
  return path === undefined || others.length > 0 ? undefined : { path, value: value.value };
}

/** Those right below. */
function nodesIn(part: unknown): ExpressionNode[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.values(part).flatMap((inside: unknown) => (isNode(inside) ? [inside] : nodesIn(inside)));
}

function isNode(value: unknown): value is ExpressionNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'position' in value;
}
