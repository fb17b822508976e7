// Everything that compileForm can be given, for places where weight does not matter; the fill page loads what its form needs.

import { expressions } from './expression/engine.ts';
import { hebrewItemTexts } from './locale-messages-he.ts';
import { compilePattern } from './pattern.ts';

export const compileTools = { expressions, compilePattern, hebrewItemTexts };
