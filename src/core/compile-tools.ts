// Everything that compileForm can be given, for places where weight does not matter; the fill page loads what its form needs.

import { expressions } from './expression/engine.ts';
import { hebrewItemTexts } from './locale-messages-he.ts';
import { compilePattern } from './pattern.ts';
import { fieldAdapter } from './question-kinds.ts';
import { phoneValue } from './values/phone.ts';

export const adaptField = fieldAdapter(phoneValue);

export const compileTools = { expressions, compilePattern, hebrewItemTexts, adaptField };
