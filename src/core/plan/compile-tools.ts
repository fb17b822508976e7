// Everything that compileForm can be given, for places where weight does not matter; the fill page loads what its form needs.

import { phoneValue } from '../../fields/phone/phone-value.ts';
import { fieldAdapter } from '../definition/question-kinds.ts';
import { expressions } from '../expression/engine.ts';
import { allItemTexts } from '../locale/all-item-texts.ts';
import { compilePattern } from '../text/pattern.ts';

export const adaptField = fieldAdapter(phoneValue);

export const compileTools = { expressions, compilePattern, itemTexts: allItemTexts, adaptField };
