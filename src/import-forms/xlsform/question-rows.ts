// Questions of an XLSForm as fields, with what is asked of their answers.
import type { Validator } from '../../core/definition/form-definition.ts';
import { addElement, type Draft, takeName } from '../draft-form.ts';
import type { KnownRepeat } from '../known-fields.ts';
import { truth } from '../meaning.ts';
import { type Holds, literalOf, ownValue, printPiece } from '../pieces.ts';
import { templateText } from '../plain-text.ts';
import { placeOf } from './build-xlsform.ts';
import { filterChoices, plainOptions } from './choice-lists.ts';
import { constraintRules } from './constraint-rules.ts';
import { readParameters, scaleFor } from './parameters.ts';
import { parseXPath } from './parse-xpath.ts';
import { type ChoiceType, questionType } from './question-types.ts';
import type { XlsRow } from './read-sheets.ts';
import { translateXPath } from './translate-xpath.ts';
import type { Group, GroupRow, XlsContext } from './xls-context.ts';
import { labelFor } from './xls-texts.ts';

/** undefined for a type that nobody knows: there is a note about it. */
export function addPlain(context: XlsContext, group: Group, row: XlsRow, type: string): GroupRow | undefined {
  const { form } = context;
  const where = placeOf(row);
  const appearance = appearanceOf(row);
  const scale = type === 'range' ? scaleFor(readParameters(row.text('parameters')), appearance) : undefined;
  const found = scale ?? questionType(type, appearance);
  if (found === undefined) {
    form.notes.add(where, 'unknownType', { name: row.text('type') });
    return undefined;
  }
  if (found.isOther) form.notes.add(where, 'asText', { name: row.text('type') });
  const isWhole = JSON.stringify(found.element['validators'] ?? []).includes('num/integer');
  noteAppearance(context, row, appearance, plainLooks);
  noteParameters(context, row, type === 'range' ? scaleParameters : noParameters);
  return addField(context, group, row, { element: found.element, holds: found.holds, isWhole });
}

export function addChoice(context: XlsContext, group: Group, row: XlsRow, choice: ChoiceType): GroupRow {
  const { form, answers } = context;
  const where = placeOf(row);
  const appearance = appearanceOf(row);
  const list = (choice.isExternal ? context.externalLists : context.lists).get(choice.list);
  if (list !== undefined) list.isUsed = true;
  noteAppearance(context, row, appearance, choiceLooks);
  noteParameters(context, row, noParameters);
  const isReference = choice.list.startsWith('${') && choice.list.endsWith('}');
  const reference = isReference ? choice.list.slice(2, -1).trim() : undefined;
  if (list === undefined && reference === undefined) {
    form.notes.add(where, choice.isFile ? 'optionsInFile' : 'noOptions', { name: choice.list });
    return addField(context, group, row, { element: { type: 'fInput' }, holds: 'text', isWhole: false });
  }
  const isMany = choice.kind !== 'one';
  const isSelect = ['minimal', 'autocomplete', 'search', 'quickcompact', 'compact'].some((one) => appearance.has(one));
  const isLong = (list?.choices.length ?? 0) > maxRadios;
  const isDropdown = choice.kind !== 'rank' && (isSelect || isLong || reference !== undefined);
  const filter = row.text('choice_filter');
  const element = {
    type: isDropdown ? 'fSelect' : isMany ? 'fCheckbox' : 'fRadio',
    ...(isDropdown && isMany && { selectMulti: true }),
    ...(choice.kind === 'rank' && { ranked: true }),
    ...(choice.hasOther && { otherOption: true }),
    options: list === undefined || filter !== '' ? [] : plainOptions(list, form.notes),
  };
  const labels = new Map(list?.choices.map(({ option }) => option));
  const made = addField(context, group, row, { element, holds: isMany ? 'list' : 'text', isWhole: false, labels });
  if (list !== undefined && filter !== '') {
    form.later.push(() => {
      const options = form.notes.attempt(where, 'choiceFilter', filter, () =>
        filterChoices(list, filter, answers.scope(group.repeat)),
      );
      made.element['options'] = options ?? plainOptions(list, form.notes);
    });
  }
  if (reference !== undefined) {
    form.later.push(() => {
      const options = form.notes.attempt(where, 'optionsFromRows', choice.list, () =>
        printPiece(answers.scope(group.repeat).find(reference)),
      );
      if (options !== undefined) made.element['options'] = options;
    });
  }
  const isPlainChoice = choice.kind === 'one' && filter === '' && !choice.hasOther && reference === undefined;
  return {
    ...made,
    list: isPlainChoice ? choice.list : undefined,
    isListLabel: appearance.has('label') && choice.kind === 'one',
  };
}

/** More are easier to find in a list that opens. */
const maxRadios = 25;

interface FieldParts {
  readonly element: Readonly<Record<string, unknown>>;
  readonly holds: Holds;
  readonly isWhole: boolean;
  readonly labels?: ReadonlyMap<string, string>;
}

function addField(context: XlsContext, group: Group, row: XlsRow, parts: FieldParts): GroupRow {
  const { form, answers } = context;
  const { repeat } = group;
  const where = placeOf(row);
  const original = row.text('name');
  const name = takeName(group.names, original, 'question');
  if (name !== original) form.notes.add(where, 'renamed', { name });
  const { type, ...properties } = parts.element;
  const element: Draft = { type: String(type), name, ...labelFor(context, row, where), ...properties };
  addElement(form, group.list, where, element);
  answers.addField(original, {
    keys: [name],
    repeat,
    holds: parts.holds,
    ...(parts.labels !== undefined && { labels: parts.labels }),
  });
  hideUnless(context, element, row, repeat);
  addConstraint(context, element, row, { ...parts, repeat });
  const isRequired = addRequired(context, element, row, repeat);
  addInitialValue(context, element, row, parts.holds);
  const readOnly = row.text('read_only');
  if (readOnly !== '') {
    addCondition(context, { code: 'readOnly', source: readOnly, where, from: repeat }, (value) => {
      if (value !== false) element['readonly'] = value;
    });
  }
  if (row.text('calculation') !== '') form.notes.add(where, 'calculationOfField', { source: row.text('calculation') });
  if (row.text('trigger') !== '') form.notes.add(where, 'trigger', { source: row.text('trigger') });
  const rules = ['relevant', 'constraint', 'default', 'read_only', 'calculation', 'hint'];
  const isPlain = rules.every((rule) => row.text(rule) === '') && typeof isRequired === 'boolean';
  return { original, element, list: undefined, isRequired: isRequired === true, isPlain, isListLabel: false };
}

/** [relevant] While it is false, the element is hidden. */
export function hideUnless(context: XlsContext, element: Draft, row: XlsRow, from: KnownRepeat | undefined): void {
  const source = row.text('relevant');
  if (source === '') return;
  addCondition(context, { code: 'relevant', source, where: placeOf(row), from }, (value) => {
    if (value !== true) element['relevant'] = value;
  });
}

const words: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  'true()': true,
  1: true,
  no: false,
  false: false,
  'false()': false,
  0: false,
};

interface Condition {
  readonly code: 'relevant' | 'required' | 'readOnly';
  readonly source: string;
  readonly where: string;
  readonly from: KnownRepeat | undefined;
}

function addCondition(
  { form, answers }: XlsContext,
  { code, source, where, from }: Condition,
  set: (value: boolean | string) => void,
): void {
  const word = source.toLowerCase();
  if (Object.hasOwn(words, word)) {
    set(words[word]!);
    return;
  }
  form.later.push(() => {
    const value = form.notes.attempt(where, code, source, () => {
      const made = truth(translateXPath(parseXPath(source), answers.scope(from)));
      const known = literalOf(made);
      return typeof known === 'boolean' ? known : printPiece(made);
    });
    if (value !== undefined) set(value);
  });
}

/** Whether it is required; undefined for a condition. */
function addRequired(
  context: XlsContext,
  element: Draft,
  row: XlsRow,
  from: KnownRepeat | undefined,
): boolean | undefined {
  const source = row.text('required');
  const message = row.text('required_message');
  if (source === '') return false;
  let fixed: boolean | undefined;
  addCondition(context, { code: 'required', source, where: placeOf(row), from }, (value) => {
    if (typeof value === 'boolean') fixed = value;
    if (value === false) return;
    const isRule = value !== true || message !== '';
    element['reqValidator'] = isRule
      ? { ...(value !== true && { req: value }), ...(message !== '' && { message }) }
      : true;
  });
  return message === '' ? fixed : undefined;
}

function addConstraint(
  { form, answers }: XlsContext,
  element: Draft,
  row: XlsRow,
  { holds, isWhole, repeat }: FieldParts & { repeat: KnownRepeat | undefined },
): void {
  const source = row.text('constraint');
  // What is always true asks for nothing.
  if (source === '' || words[source.toLowerCase()] === true) return;
  const where = placeOf(row);
  const field = { holds, isWhole, message: row.text('constraint_message') };
  const scope = answers.scope(repeat, ownValue(holds));
  form.later.push(() => {
    const rules = constraintRules(source, scope, field, (translate) =>
      form.notes.attempt(where, 'constraint', source, translate),
    );
    const before = (element['validators'] ?? []) as Validator[];
    if (rules.length > 0) element['validators'] = [...before, ...rules];
  });
}

function addInitialValue({ form }: XlsContext, element: Draft, row: XlsRow, holds: Holds): void {
  const source = row.text('default');
  if (source === '') return;
  const where = placeOf(row);
  const value = fixedValue(source, holds);
  if (value === undefined) form.notes.add(where, 'defaultValue', { source });
  else element['initialValue'] = value;
}

/** undefined for what must be calculated first, and for files. */
function fixedValue(source: string, holds: Holds): unknown {
  if (holds === 'number') return Number.isFinite(Number(source)) ? Number(source) : undefined;
  if (holds === 'bool') return Object.hasOwn(words, source.toLowerCase()) ? words[source.toLowerCase()] : true;
  if (holds === 'date') return /^\d{4}-\d\d-\d\d$/.test(source) ? source : undefined;
  if (holds === 'dateTime' || holds === 'time') return undefined;
  if (/\$\{|^instance\b/.test(source) || hasCall(source)) return undefined;
  return holds === 'list' ? source.split(/\s+/) : templateText(source);
}

/** A name with parentheses behind it in one line. */
function hasCall(source: string): boolean {
  return source.split(/[\n\r\u2028\u2029]/).some((line) => {
    const at = line.search(/\w\(/);
    return at >= 0 && line.lastIndexOf(')') > at;
  });
}

export function appearanceOf(row: XlsRow): Set<string> {
  return new Set(
    row
      .text('appearance')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
}

/** Looks that a field has here too. */
const plainLooks = new Set('multiline textarea signature rating'.split(' '));
const choiceLooks = new Set('minimal autocomplete search compact label list-nolabel vertical'.split(' '));

export function noteAppearance(
  { form }: XlsContext,
  row: XlsRow,
  looks: ReadonlySet<string>,
  known: ReadonlySet<string>,
): void {
  for (const look of looks) if (!known.has(look)) form.notes.count('appearance', { name: look }, placeOf(row));
}

const noParameters: ReadonlySet<string> = new Set();
const scaleParameters: ReadonlySet<string> = new Set(['start', 'end', 'step']);

function noteParameters({ form }: XlsContext, row: XlsRow, known: ReadonlySet<string>): void {
  for (const name of readParameters(row.text('parameters')).keys()) {
    if (!known.has(name)) form.notes.count('parameter', { name }, placeOf(row));
  }
}
