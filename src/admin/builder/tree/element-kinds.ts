// What can be put into a form: the element types as people think of them. A number is an fInput with another data type.

import { nameFromLabel, namesIn, uniqueName } from '../../../core/definition/element-names.ts';
import type { Element, FormDefinition, UnnamedElement } from '../../../core/definition/form-definition.ts';
import { localeOf } from '../../../core/locale/locale.ts';
import type { Locale } from '../../page-data.ts';
import { translator } from '../../texts.ts';
import { rootOf } from './element-tree.ts';
import type { KindName } from './kind-texts.ts';

export interface ElementKind {
  readonly kind: KindName;
  readonly group: KindGroup;
  /** What a name is called when the label gives none. */
  readonly fallback: string;
  readonly make: (words: Words) => UnnamedElement;
}

export type KindGroup = 'text' | 'choices' | 'numbers' | 'files' | 'rich' | 'containers' | 'content';

/** Texts in the language of the form, for those who will fill it. */
interface Words {
  readonly option: (number: number) => string;
  readonly question: (number: number) => string;
  readonly tab: (number: number) => string;
  readonly content: string;
  readonly button: string;
  /** The ends of a scale. */
  readonly low: string;
  readonly high: string;
  /** Where most people of this language are at home. */
  readonly phoneCountry: string | undefined;
}

const options = ({ option }: Words) => [option(1), option(2), option(3)];

export const elementKinds: readonly ElementKind[] = [
  { kind: 'text', group: 'text', fallback: 'text', make: () => ({ type: 'fInput' }) },
  { kind: 'longText', group: 'text', fallback: 'longText', make: () => ({ type: 'fLngTxt' }) },
  { kind: 'email', group: 'text', fallback: 'email', make: () => ({ type: 'fInput', validators: ['str/email'] }) },
  {
    kind: 'phone',
    group: 'text',
    fallback: 'phone',
    make: ({ phoneCountry }) => ({
      type: 'fInput',
      validators: ['str/phone'],
      ...(phoneCountry !== undefined && { phoneCountry }),
    }),
  },
  { kind: 'link', group: 'text', fallback: 'link', make: () => ({ type: 'fInput', validators: ['str/url'] }) },
  {
    kind: 'radio',
    group: 'choices',
    fallback: 'choice',
    make: (words) => ({ type: 'fRadio', options: options(words) }),
  },
  {
    kind: 'select',
    group: 'choices',
    fallback: 'choice',
    make: (words) => ({ type: 'fSelect', options: options(words) }),
  },
  {
    kind: 'checkbox',
    group: 'choices',
    fallback: 'choices',
    make: (words) => ({ type: 'fCheckbox', options: options(words) }),
  },
  {
    kind: 'pictures',
    group: 'choices',
    fallback: 'choice',
    make: (words) => ({ type: 'fRadio', options: options(words), optionPictures: {} }),
  },
  {
    kind: 'ranking',
    group: 'choices',
    fallback: 'order',
    make: (words) => ({ type: 'fCheckbox', options: options(words), ranked: true }),
  },
  { kind: 'bool', group: 'choices', fallback: 'yes', make: () => ({ type: 'fBool' }) },
  { kind: 'rate', group: 'choices', fallback: 'rating', make: () => ({ type: 'fRate' }) },
  {
    kind: 'scale',
    group: 'choices',
    fallback: 'scale',
    make: ({ low, high }) => ({
      ...({ type: 'fRate', rateStyle: 'numbers', rateMin: 0, rateMax: 10 } as const),
      ...{ rateLow: low, rateHigh: high },
    }),
  },
  {
    kind: 'matrix',
    group: 'choices',
    fallback: 'grid',
    make: (words) => ({
      type: 'fMatrix',
      matrixQuestions: [
        ['q1', words.question(1)],
        ['q2', words.question(2)],
      ],
      options: options(words),
    }),
  },
  { kind: 'number', group: 'numbers', fallback: 'number', make: () => ({ type: 'fInput', typeValidator: 'num' }) },
  {
    kind: 'slider',
    group: 'numbers',
    fallback: 'number',
    make: () => ({ type: 'fInput', typeValidator: 'num', inputStyle: 'slider' }),
  },
  { kind: 'date', group: 'numbers', fallback: 'date', make: () => ({ type: 'fDate' }) },
  {
    kind: 'dateTime',
    group: 'numbers',
    fallback: 'moment',
    make: () => ({ type: 'fDate', typeValidator: { type: 'date', mode: 'dt' } }),
  },
  {
    kind: 'time',
    group: 'numbers',
    fallback: 'time',
    make: () => ({ type: 'fDate', typeValidator: { type: 'date', mode: 't' } }),
  },
  { kind: 'file', group: 'files', fallback: 'files', make: () => ({ type: 'fFile' }) },
  { kind: 'sign', group: 'files', fallback: 'signature', make: () => ({ type: 'fSign' }) },
  { kind: 'doc', group: 'rich', fallback: 'document', make: () => ({ type: 'fDoc' }) },
  { kind: 'color', group: 'rich', fallback: 'color', make: () => ({ type: 'fColor' }) },
  { kind: 'section', group: 'containers', fallback: 'section', make: () => ({ type: 'cSection', children: [] }) },
  { kind: 'row', group: 'containers', fallback: 'row', make: () => ({ type: 'cRow', children: [[], []] }) },
  {
    kind: 'tabs',
    group: 'containers',
    fallback: 'tabs',
    make: ({ tab }) => ({
      type: 'cTabs',
      tabs: [1, 2].map((number) => ({ name: `tab${number}`, label: tab(number) })),
      children: [[], []],
    }),
  },
  { kind: 'repeat', group: 'containers', fallback: 'rows', make: () => ({ type: 'cRepeat', children: [] }) },
  { kind: 'content', group: 'content', fallback: 'note', make: ({ content }) => ({ type: 'eText', text: content }) },
  { kind: 'calculation', group: 'content', fallback: 'result', make: () => ({ type: 'eEq', eq: '0' }) },
  { kind: 'button', group: 'content', fallback: 'button', make: ({ button }) => ({ type: 'eButton', text: button }) },
];

export const kindGroups: readonly KindGroup[] = [
  'text',
  'choices',
  'numbers',
  'files',
  'rich',
  'containers',
  'content',
];

/** A new element, named and labelled as its kind is called in the form's language. */
export function newElement(kind: KindName, definition: FormDefinition): Element {
  const { fallback, make } = elementKinds.find((one) => one.kind === kind)!;
  const t = translator('builder/kind', formLocale(definition));
  const { type, ...rest } = make({
    option: (number) => t('option', { number }),
    question: (number) => t('question', { number }),
    tab: (number) => t('tab', { number }),
    content: t('contentText'),
    button: t('buttonText'),
    low: t('scaleLow'),
    high: t('scaleHigh'),
    phoneCountry: formLocale(definition) === 'he' ? 'IL' : undefined,
  });
  const isLabelled = !['row', 'content', 'button'].includes(kind);
  const label = t(kind === 'tabs' ? 'pages' : kind);
  const proposed = isLabelled ? nameFromLabel(label, fallback) : fallback;
  const name = uniqueName(proposed, namesIn(rootOf(definition)));
  return { type, name, ...(isLabelled && { label }), ...rest } as Element;
}

/** How an existing element is called and drawn in the outline. */
export function kindOf(element: Element): KindName {
  const { type, typeValidator } = element;
  if (type === 'fInput') {
    const held = typeof typeValidator === 'object' ? typeValidator.type : typeValidator;
    if (held === 'num') return element.inputStyle === 'slider' ? 'slider' : 'number';
    if (hasRule(element, 'str/phone')) return 'phone';
    return hasRule(element, 'str/email') ? 'email' : hasRule(element, 'str/url') ? 'link' : 'text';
  }
  if (type === 'fRate') return element.rateStyle === 'numbers' ? 'scale' : 'rate';
  if (type === 'fCheckbox' && element.ranked === true) return 'ranking';
  if (type === 'fRadio' && element.optionPictures !== undefined) return 'pictures';
  if (type === 'fDate') {
    const mode = typeof typeValidator === 'object' ? typeValidator.mode : undefined;
    return mode === 'dt' ? 'dateTime' : mode === 't' ? 'time' : 'date';
  }
  return elementKinds.find(({ make }) => make(noWords).type === type)?.kind ?? 'content';
}

export function fallbackNameOf(element: Element): string {
  return elementKinds.find(({ kind }) => kind === kindOf(element))?.fallback ?? 'field';
}

/** The name that an element with this label should have. */
export function proposedName(definition: FormDefinition, element: Element, label: string): string {
  const taken = namesIn(rootOf(definition));
  taken.delete(element.name);
  return uniqueName(nameFromLabel(label, fallbackNameOf(element)), taken);
}

export function formLocale({ locale }: FormDefinition): Locale {
  return localeOf(locale);
}

const noWords: Words = {
  ...{ option: String, question: String, tab: String, content: '', button: '', low: '', high: '' },
  phoneCountry: undefined,
};

function hasRule({ validators }: Element, type: string): boolean {
  if (!Array.isArray(validators)) return false;
  return validators.some((rule) => (typeof rule === 'object' ? rule?.type : rule) === type);
}
