// palette.ts of a folder: the questions that the builder offers of it, as people think of them. A number is an fInput with another
// data type.

import type { Element, UnnamedElement } from '../core/definition/form-definition.ts';

export const paletteGroups = ['text', 'choices', 'numbers', 'files', 'rich', 'containers', 'content'] as const;

export type PaletteGroup = (typeof paletteGroups)[number];

/** Texts in the language of the form, for those who will fill it. */
export interface PaletteWords {
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

export interface PaletteItem {
  /** By which its name and its hint are found. */
  readonly kind: string;
  readonly group: PaletteGroup;
  /** In its group; one without comes after the others. */
  readonly place?: number;
  /** 24 by 24 lines in the color of the text. */
  readonly icon: string;
  /** What a name is called when the label gives none. */
  readonly fallback: string;
  readonly make: (words: PaletteWords) => UnnamedElement;
  /** One element can become another of its family, and keeps the properties that both have. */
  readonly family?: 'typed' | 'chosen';
  /** Whether an element of the same type is one; without it, it is one where nothing else is. */
  readonly isOne?: (element: Element) => boolean;
}

export const threeOptions = ({ option }: PaletteWords) => [option(1), option(2), option(3)];
