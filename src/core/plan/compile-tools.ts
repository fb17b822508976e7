// Everything that compileForm can be given, for places where weight does not matter; the fill page loads what its form needs.

import { presets } from '../../fields/all/preset.ts';
import { adapterOf } from '../../fields/preset.ts';
import { expressions } from '../expression/engine.ts';
import { allItemTexts } from '../locale/all-item-texts.ts';
import { compilePattern } from '../text/pattern.ts';

export const adaptField = adapterOf(Object.values(presets));

export const compileTools = { expressions, compilePattern, itemTexts: allItemTexts, adaptField };
