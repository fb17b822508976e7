// What can be put into a form: the questions of the folders of src/fields, and what is around them.

import { nameFromLabel, namesIn, uniqueName } from '../../../core/definition/element-names.ts';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { localeOf } from '../../../core/locale/locale.ts';
import { phoneCountryOf } from '../../../core/locale/locale-facts.ts';
import { palettes } from '../../../fields/all/palette.ts';
import { type PaletteItem, type PaletteWords, paletteGroups } from '../../../fields/palette.ts';
import type { Locale } from '../../page-data.ts';
import { translator } from '../../texts.ts';
import { rootOf } from './element-tree.ts';
import type { KindName } from './kind-texts.ts';

const noWords: PaletteWords = {
  ...{ option: String, question: String, tab: String, content: '', button: '', low: '', high: '' },
  phoneCountry: undefined,
};

/** Elements that ask nothing. */
const frames: readonly PaletteItem[] = [
  {
    kind: 'section',
    group: 'containers',
    icon: 'M4 5h16M4 9h16v10H4z',
    fallback: 'section',
    make: () => ({ type: 'cSection', children: [] }),
  },
  {
    kind: 'row',
    group: 'containers',
    icon: 'M4 6h7v12H4zM13 6h7v12h-7z',
    fallback: 'row',
    make: () => ({ type: 'cRow', children: [[], []] }),
  },
  {
    kind: 'tabs',
    group: 'containers',
    icon: 'M4 9h16v10H4zM4 9V5h6v4M10 6h5v3',
    fallback: 'tabs',
    make: ({ tab }) => ({
      type: 'cTabs',
      tabs: [1, 2].map((number) => ({ name: `tab${number}`, label: tab(number) })),
      children: [[], []],
    }),
  },
  {
    kind: 'repeat',
    group: 'containers',
    icon: 'M4 5h16v5H4zM4 14h16v5H4zM12 10v4',
    fallback: 'rows',
    make: () => ({ type: 'cRepeat', children: [] }),
  },
  {
    kind: 'content',
    group: 'content',
    icon: 'M5 6h14M12 6v13M9 19h6',
    fallback: 'note',
    make: ({ content }) => ({ type: 'eText', text: content }),
  },
  {
    kind: 'calculation',
    group: 'content',
    icon: 'M6 4h12v16H6zM9 8h6M9 12h.010M12 12h.010M15 12h.010M9 16h.010M12 16h.010M15 16h.010',
    fallback: 'result',
    make: () => ({ type: 'eEq', eq: '0' }),
  },
  {
    kind: 'button',
    group: 'content',
    icon: 'M4 8h16v8H4zM8 12h8',
    fallback: 'button',
    make: ({ button }) => ({ type: 'eButton', text: button }),
  },
];

const placeOf = ({ group, place = 1000 }: PaletteItem) => paletteGroups.indexOf(group) * 1000 + place;

/** In the order in which they are offered. */
export const elementKinds: readonly ElementKind[] = [...Object.values(palettes).flat(), ...frames]
  .sort((one, other) => placeOf(one) - placeOf(other))
  .map((item) => ({ ...item, kind: item.kind as KindName, type: item.make(noWords).type }));

export interface ElementKind extends PaletteItem {
  readonly kind: KindName;
  readonly type: Element['type'];
}

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
    phoneCountry: phoneCountryOf(formLocale(definition)),
  });
  const isLabelled = !['row', 'content', 'button'].includes(kind);
  const label = t(kind === 'tabs' ? 'pages' : kind);
  const proposed = isLabelled ? nameFromLabel(label, fallback) : fallback;
  const name = uniqueName(proposed, namesIn(rootOf(definition)));
  return { type, name, ...(isLabelled && { label }), ...rest } as Element;
}

/** How an existing element is called and drawn in the outline. */
export function kindOf(element: Element): KindName {
  const ofType = elementKinds.filter(({ type }) => type === element.type);
  const found = ofType.findLast(({ isOne }) => isOne?.(element)) ?? ofType.find(({ isOne }) => isOne === undefined);
  return found?.kind ?? 'content';
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
