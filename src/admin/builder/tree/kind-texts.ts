// Names of the kinds of elements.

import type { TextKey } from '../../texts.ts';

export type KindName = Exclude<
  TextKey<'builder/kind'>,
  'option' | 'question' | 'pages' | 'tab' | 'contentText' | 'buttonText' | 'scaleLow' | 'scaleHigh'
>;
