// A form as text: its questions in order, with what each takes. Takes any definition, also a broken one: what core would leave out is left
// out here too. [mcp.preview]

import type { Element, FormDefinition } from '../core/definition/form-definition.ts';
import { type ElementPlace, listsIn, rootPlace } from '../core/definition/walk-elements.ts';
import { readOptionList } from '../core/plan/option-list.ts';
import { describeType } from '../fields/describe-type.ts';
import { fieldTypes } from '../fields/element-types.ts';

const maxElements = 2_000;
const maxOptions = 20;
const maxTextLength = 500;

export function previewForm(definition: FormDefinition): string {
  const title = textOf(definition.publicName) || textOf(definition.name) || '(without a name)';
  const lines = [`# ${title}`];
  const root = rootPlace(definition);
  let count = 0;
  const draw = (place: ElementPlace, depth: number): void => {
    if (count >= maxElements) return;
    count += 1;
    if (place !== root) lines.push(...drawElement(place).map((line) => `${'  '.repeat(depth)}${line}`));
    const inner = place === root ? depth : depth + 1;
    for (const { tab, places } of listsIn(place)) {
      if (tab !== undefined) lines.push(`${'  '.repeat(inner)}[tab] ${textOf(tab.label) || textOf(tab.name)}`);
      for (const child of places) draw(child, inner);
    }
  };
  if (root === undefined) lines.push('(no questions: formSchema.rootElem is not a container)');
  else draw(root, 0);
  if (count >= maxElements) lines.push(`(only the first ${maxElements} elements are shown)`);
  return lines.join('\n');
}

function drawElement({ element, kind, name, dataKeys }: ElementPlace): string[] {
  const label = textOf(element.label) || textOf(element.text) || textOf(element.eq) || name || '';
  const path = dataKeys === undefined ? '' : ` {${dataKeys.join('.')}}`;
  const facts = [
    kindWords[element.type] ?? element.type,
    ...(element.reqValidator ? ['required'] : []),
    ...(kind === 'repeat' ? [`up to ${element.repMaxRows ?? 10} rows`] : []),
    ...conditionWords('only if', element.relevant),
    ...(Array.isArray(element.validators) ? element.validators.map(validatorWords) : []),
  ];
  const mark = kind === 'field' ? '-' : kind === 'content' ? '*' : '##';
  return [
    `${mark} ${label}${path} (${facts.join('; ')})`,
    ...(textOf(element.help) === '' ? [] : [`    ${textOf(element.help)}`]),
    ...optionLines(element),
  ];
}

const kindWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fieldTypes.map((type) => [type, describeType(type).brief])),
  cSection: 'section',
  cRepeat: 'rows',
  cRow: 'columns',
  cTabs: 'tabs',
  eText: 'text',
  eEq: 'calculation',
  eButton: 'button',
};

function conditionWords(words: string, condition: unknown): string[] {
  if (typeof condition === 'string' && condition.trim() !== '') return [`${words} ${shorten(condition.trim())}`];
  return condition === false ? ['never shown'] : [];
}

function validatorWords(validator: unknown): string {
  if (typeof validator === 'string') return shorten(validator);
  const { type, value } = (typeof validator === 'object' && validator !== null ? validator : {}) as Record<
    string,
    unknown
  >;
  return shorten(value === undefined ? String(type) : `${String(type)} ${JSON.stringify(value)}`);
}

function optionLines({ options, matrixQuestions }: Element): string[] {
  const questions = Array.isArray(matrixQuestions) ? readOptionList(matrixQuestions) : [];
  const lines = questions.slice(0, maxOptions).map(({ label }) => `    question: ${shorten(label)}`);
  if (typeof options === 'string') return [...lines, `    options: ${shorten(options)}`];
  if (!Array.isArray(options)) return options === undefined ? lines : [...lines, '    options: from a set'];
  const read = readOptionList(options);
  const shown = read.slice(0, maxOptions).map(({ value, label }) => {
    return `    ( ) ${shorten(label)}${label === String(value) ? '' : ` = ${shorten(String(value))}`}`;
  });
  return [...lines, ...shown, ...(read.length > maxOptions ? [`    ... ${read.length - maxOptions} more`] : [])];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? shorten(value.trim()) : '';
}

function shorten(text: string): string {
  const line = text.slice(0, maxTextLength + 1).replace(/\s+/g, ' ');
  return text.length > maxTextLength ? `${line.slice(0, maxTextLength)}…` : line;
}
