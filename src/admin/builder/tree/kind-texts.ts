// Names of the kinds of elements, a line about each, and the words that new ones start with.

import type { TextKey } from '../../texts.ts';

export type KindName = Exclude<
  TextKey<'builder/kind'>,
  'option' | 'question' | 'pages' | 'tab' | 'contentText' | 'buttonText' | 'scaleLow' | 'scaleHigh'
>;

/** A line about each kind, for the palette. */
